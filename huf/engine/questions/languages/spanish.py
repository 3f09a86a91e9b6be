"""Spanish, as it is written in Spain and in America.

Most words that say something of a record stand here in each of their forms and in no other (``=``): “pagadas” are paid, but “pagar” is still
to be done, and “facturación” is no “factura”, though a stemmer makes the same of them.
"""

from huf.engine.questions.languages.phrases import each, exactly, exactly_each, phrases
from huf.engine.questions.wording import Wording


def _in_forms(words: str, endings: str = "o a os as") -> tuple[str, ...]:
	"""Of words between commas that end in ``o`` the forms for both genders, one and several, and no others."""
	return tuple(f"={word[:-1]}{ending}" for word in phrases(words) for ending in endings.split())


def _of_one(words: str) -> tuple[str, ...]:
	"""The same, for one thing."""
	return _in_forms(words, "o a")


def _of_several(words: str) -> tuple[str, ...]:
	"""The same, for several."""
	return _in_forms(words, "os as")


def _words(words: str) -> tuple[str, ...]:
	"""Words between blanks, in these forms alone."""
	return tuple(f"={word}" for word in words.split())


_HIGH, _LOW = (
	"más alto, más caro, más elevado, más costoso, más cuantioso, más abultado, más gordo",
	"más bajo, más pequeño, más barato, más económico",
)
_NEW, _OLD = "último, más nuevo", "más antiguo, más viejo"
_HIGHEST_ONE = (*_of_one(_HIGH), *exactly("más grande, mayor"))
_LOWEST_ONE = (*_of_one(_LOW), *exactly("menor"))
_NEWEST_ONE = (*_of_one(_NEW), *exactly("más reciente"))
_OLDEST_ONE = (
	*_of_one(_OLD),
	*exactly(
		"que lleva más tiempo, que más tiempo lleva, lleva más tiempo, con más antigüedad, con mayor antigüedad"
	),
)
_ARE = "es, son, está, están, fue, fueron, ha sido, han sido, se ha, se han, sigue, siguen, queda, quedan"
_MAY_BE = "sea, sean, esté, estén, haya sido, hayan sido, se haya, se hayan, estaba, estaban, se encuentra, se encuentran"
_PENDING = "pendiente de, pendientes de, pendiente por, pendientes por"
_NOT_YET = f"sin, por, aún por, todavía por, falta, faltan, falta por, faltan por, nos falta por, nos faltan por, queda por, quedan por, {_PENDING}"
_NO = "no, no le, no les, no nos, no se, aún no, todavía no, aún no le, aún no les, todavía no le, todavía no les"
"""Before a verb that stands in a past or present form."""
_REVENUE = "ventas, venta, facturación, ingresos, ingresos por ventas, volumen de ventas, cifra de ventas, importe de ventas, importe de las ventas"
_NET = "sin impuestos, sin iva, sin igv, antes de impuestos, antes de iva, sin impuesto, sin el iva, neto de impuestos, netas de impuestos"
_STOREROOM = "stock, inventario, existencia, existencias, almacén, bodega, depósito"
_DELIVER = "entregar, enviar, despachar, servir"
_IN_STATE = "en estado, con estado, con el estado, en el estado, estado, en estatus, con estatus, estatus, con status, en status, en situación"
_RECEIVED = (*_of_several("recibido"), *exactly("recibimos, llegaron"))
# “Hazme una factura” is no question, “hazme una lista” is one.
_MAKE = (
	"haz, hazme, haznos, haceme, hacé, haga, hágame, hacerme, genera, generá, generame, genérame, genere, generar, arma, armá, armame, ármame,"
	" prepara, prepará, preparame, prepárame, prepare, saca, sacá, sacame, sácame, sacar, elabora, elabórame, crea, créame, tirame"
)
_A_LIST = (
	"un listado, una lista, un reporte, un informe, una relación, un resumen, un detalle, una tabla, un cuadro, el listado, la lista, el"
	" reporte, el informe"
)
_OVER_TAXED = "con impuestos, con iva, impuestos incluidos, iva incluido"
_TO_REPLENISH = (
	"reponer, reponerse, reponerlos, reabastecer, reabastecerse, resurtir, resurtirse, reordenar, surtir, reposición, reabastecimiento,"
	" resurtido"
)
_HAS_TO = (
	"hay que, que hay que, qué hay que, habría que, que habría que, tenemos que, que tenemos que, tendríamos que, que tendríamos que, toca,"
	" que toca, nos toca, que nos toca,"
	" tocaría, necesitamos, que necesitamos, necesita, necesitan, que necesitan, requieren, que requieren, requiere, debemos, que debemos,"
	" deberíamos,"
	" que deberíamos, debo, tengo que, que tengo que, hace falta, que hace falta, hacen falta, que hacen falta, necesito, urge, que urge, conviene,"
	" que conviene, pendientes de, pendiente de, por, para, a, falta, que falta, faltan por, falta por"
)
_BELOW = (
	"bajo, bajo el, bajo su, bajo nuestro, bajaron del, han bajado del, han bajado de, por debajo de, por debajo del, por debajo de su,"
	" debajo de, debajo del, debajo de su,"
	" abajo del, por abajo del, abajo de su, cayeron por debajo del, han caído por debajo del, inferior al, inferiores al, inferior a su,"
	" inferiores a su, menor al,"
	" menores al, menor que el, menos que el, menor a su, menos del"
)
_ONE_OF = "cada uno de los, cada una de las, cada uno de nuestros, cada una de nuestras"
_NO_SINGLE = (
	"no tienen, no tiene, no tenga, no tengan, no tuvieron, no tuvo, no han tenido, no ha tenido, que no tienen, que no tiene, que no tengan,"
	" que no tenga, que no tuvieron,"
	" que no han tenido, no nos han hecho, que no nos han hecho, no nos hicieron, que no nos hicieron, no han hecho, que no han hecho, no"
	" hicieron, que no hicieron, no ha hecho,"
	" no hizo, no les hemos hecho, no le hemos hecho, no les hicimos, no le hicimos, no hemos hecho, no hicimos, no les hemos puesto, no les"
	" pusimos, no han recibido,"
	" que no han recibido, no recibieron, que no recibieron, no han realizado, no realizaron, no han colocado, no colocaron, no nos deben, no"
	" deben, que no deben, que no nos deben,"
	" no hay, donde no hay, en los que no hay, en las que no hay, no queda, no quedan, donde no queda, donde no quedan, en los que no queda,"
	" en los que no quedan,"
	" ya no tienen, que ya no tienen, ya no queda, ya no quedan, en los que ya no queda, en los que ya no quedan, no cuentan con, que no"
	" cuentan con, no registran,"
	" que no registran, no presentan, que no presentan, no llevan, que no llevan, no existe, no existen, no aparece, no aparecen, no les"
	" hemos emitido, no les emitimos, no hemos emitido, no se les ha hecho,"
	" no se le ha hecho, no se les hizo, no se les ha emitido, no se les han hecho, no se les ha vendido, no les hemos"
	" mandado, no les hemos enviado, no tenemos, no hemos recibido, no nos han comprado, no se ha hecho, no se ha emitido, no se ha"
	" recibido, no nos ha hecho, no nos hizo, no les hemos pasado, no hay hecho, no tienen hecho, no tienen hecha, no tienen abierta, no"
	" tienen abierto, no tienen puesta, no consta, no constan, no figura, no figuran"
)
_A_SINGLE = "nunca, jamás, nunca ningún, nunca ninguna, nunca un, nunca una, todavía ningún, todavía ninguna, aún ningún, aún ninguna, ninguna, ningún, ni una sola, ni un solo, ni una, ni un, una sola, un solo, alguna, algún"
_MARKED = "marcado, catalogado, calificado, etiquetado, señalado, clasificado"

_OF_AGE = ", de antigüedad, de vida, ya"
_UNTIL_THE_END = exactly_each(
	"hasta, hasta el, antes de, antes del, hasta antes de, hasta antes del, para, a más tardar a",
	"fin, final, finales, término, cierre",
)
_LATE = (
	"retraso, atraso, demora, mora, vencido, vencida, vencidos, vencidas, atrasadas, atrasados, haber vencido"
)
_SHOULD_HAVE = exactly_each(
	", ya",
	"debería, deberían, debían, debía, tendría que, tendrían que, tenía que, tenían que",
	", ya",
	"haber llegado, haberse recibido, haberse entregado, haber sido entregados, haber sido entregadas, estar entregado, estar entregados, estar"
	" entregadas, haber salido, haberse enviado, haberse cobrado, haberse pagado, haber terminado, haberse terminado, haber acabado, estar terminado,"
	" estar terminados, estar terminada, estar terminadas, estar acabado, estar acabados, estar acabadas, estar acabada, estar listos, estar listas,"
	" estar hechas, estar recibidos, estar recibidas, estar aquí, haber finalizado, estar finalizados, estar cobradas",
)
"""What was to be done until today."""

WORDING = Wording(
	roles={
		"small": (
			*exactly(
				"han abierto, ha abierto, nos han abierto, nos ha abierto, hayan abierto, habían abierto, abrieron, nos abrieron"
			),
			*exactly("quedaron, se quedaron, sacamos"),
			*exactly("por completo, completamente, totalmente, del todo, en días, en llegar, llevan, lleva"),
			*exactly("en la empresa, en la compañía, con nosotros, en plantilla"),
			*exactly("dinero, plata"),
			*(
				"el la los las lo un una unos unas de del a al en para por se nos me te le les que su sus ya aún todavía hay hubo había"
				" tenemos tengo tiene tienen tenga tengan existe existen haya hayan ha han he hemos sido ser siendo este esta estos estas"
				" ese esa esos esas aquel aquellos aquellas nuestro nuestra nuestros nuestras entraron va van llevamos lleva ahora"
				" actualmente exactamente solo sólo solamente además también favor gracias hola saber conocer quiero quisiera necesito"
				" necesitamos queremos puedes podrías podría corresponde corresponden pertenece pertenecen figuran aparecen ellos ellas ello"
			).split(),
			# Not the plurals: “pagos realizados” are payments that were made, and none that came in.
			*exactly(
				"hecho, realizado, emitido, emitida, emitidas, emitimos, hizo, hicieron, colocado, recibido"
			),
			*exactly(
				"le hicimos, les hicimos, siguen como, sigue como, hechas, hechos, hecha, mandó, ha reportado, han reportado"
			),
			*exactly(
				"me podrían decir, me podría decir, podrían decirme, por favor, muchas gracias, me gustaría, me gustaría saber, buenos días,"
				" buenas tardes"
			),
			*exactly(
				"quiero saber, quisiera saber, necesito saber, me puedes decir, podrías decirme, puedes decirme"
			),
			*exactly("por el momento, por ahora, de momento, en este momento, ahora mismo, hasta ahora"),
			*exactly(
				"a día de hoy, al día de hoy, a fecha de hoy, hoy en día, a la fecha, hasta la fecha, hasta el momento"
			),
			*exactly(
				"en el sistema, a nombre de, por parte de, dentro de, con respecto a, respecto a, a favor de"
			),
			*exactly(
				"enviadas a, enviados a, emitidos a, dirigidas a, ya está, ya están, ya se han, se ha, se han, ha sido, han sido"
			),
			*exactly_each(
				"hecho, hecha, hechos, hechas, realizado, realizada, realizados, realizadas, emitidos, colocados",
				"por",
			),
			*exactly_each("que, que ya, que aún, que todavía", _ARE),
			*_RECEIVED,
			# Whoever asks, and how.
			*_words(
				"puedes podés puede pueden podéis podrías podrían podría podríais sabes sabés sabe saben sabéis sabrías sabría"
				" decir decirme decirnos indicar indicarme informar informarme confirmar confirmarme confírmame confirmame ayúdame"
				" quería queríamos querría querríamos quisiéramos quiere quieren desea deseo deseamos desearía necesita necesitan necesitaba"
				" necesitaría preciso precisamos precisaría requiero requerimos ocupo ocupamos busco buscamos estoy buscando interesa interesan"
				" gustaría encantaría agradecería agradezco agradeceré revisar revisa revisame revísame revisemos verificar verifica verifícame"
				" chequear chequeame checar checa chécame checame comprobar comprueba mirar mira mire miremos averiguar averiguame averigua"
				" controlar analizar repasar visualizar obtener obtén extraer imprimir imprime imprimime imprimeme imprímeme exportar exporta"
				" exportame filtrar filtra filtrame veamos vemos veo"
			),
			*_words(
				"porfa porfis porfavor xfa xfavor plis oye oiga oigan che eh ey ok okey vale dale bueno buenas pues perdón perdona perdone"
				" disculpa disculpe disculpen estimado estimada estimados saludos amablemente ahorita realmente simplemente únicamente rápido"
				" rápidamente rapidito nuevamente concretamente precisamente propiamente finalmente nomás yo vos tú usted ustedes nosotros"
				" nosotras os alguno alguna algunos algunas algún alguien cualquier cualquiera durante mediante sobre"
			),
			*exactly(
				"por fa, x favor, x fa, mil gracias, gracias de antemano, de antemano, un saludo, buen día, buenas noches, hola buenas, qué tal, una"
				" pregunta, una consulta, una duda, si es posible, si se puede, si puedes, si podés, si puede, cuando puedas, me hace falta, me hacen"
				" falta, nos hace falta, echar un vistazo a, dar un vistazo a, ayúdame con, ayudame con, me ayudas con, más o menos, una"
				" sola, un solo, a ver, vamos a ver"
			),
			*exactly(
				"de nuevo, otra vez, una vez más, hoy por hoy, hoy día, a estas alturas, a la hora, en estos momentos, en este preciso"
				" momento, de una vez,"
				" en realidad, de verdad, por cierto, en concreto, en particular, como tal, en lo que va de, en lo que va del, a lo largo de,"
				" a lo largo"
				" del, en el transcurso de, en el transcurso del, en el curso de, en el curso del, dentro del, el cual, la cual, los cuales,"
				" las cuales"
			),
			*exactly_each(
				"quiero, quisiera, necesito, queremos, me gustaría",
				"saber, conocer, que me digas, que me diga",
			),
			*_words(
				"q k ke xq tq facilitarme facilítame facilíteme facilitar facilítenme solicito solicitamos solicitaría comparte compárteme"
				" comparteme compartan"
				" compártanme compartir proporcióname proporciónenos proporcióneme suminístreme infórmame infórmeme avísame avíseme ocuparía"
				" necesitaríamos requeriría requerimos"
				" verifico consulto descargar descárgame bajar bájame jálame échame regálame colabórame apóyame muéstramelas muéstramelos"
				" pásamelas pásamelos"
				" enséñamelas enséñamelos dímelas dímelos lístamelas lístamelos sácamelas sácamelos tráemelas tráemelos indícamelas"
				" indícamelos muéstremelas muéstremelos pásemelas enséñemelas enséñemelos"
				" mostrámelas mostrámelos pasámelas pasámelos envíemelas envíemelos mándemelas mándemelos dámelas dámelos mándamelas"
				" mándamelos pásamela envíamelas envíamelos muéstralas muéstralos tengamos tuviera tuvieran tuviéramos tenido tuviesen"
				" sacaron salieron salió caído cayeron caen saqué dime nomás tantito ándale porfavor plz pls please amable quizá quizás tal"
				" igualmente puestas puestos puesta puesto"
				" pusimos hicieran hubiera hubieran hubiese hubiesen habrá habrán habría tendremos tendrá tendría tendrían llevaron llevaban"
				" arrastramos acumulamos efectuado efectuada dirigido dirigida dirigidos dirigidas"
				" soliciten quiera pueda puedan podamos permites permite permitir permíteme"
			),
			*exactly(
				"sería tan amable de, serías tan amable de, si fuera tan amable, si fueras tan amable, tan amable, tenga la amabilidad de,"
				" tendría la amabilidad de,"
				" ten la bondad de, sírvase, si no es molestia, si no es mucha molestia, cuando pueda, en cuanto puedas, lo antes posible,"
				" cuanto antes, es que, es para, para ver, para"
				" revisar, para saber, para ir viendo, a la vista, alguien sabe, alguien me dice, alguien me puede decir, se puede saber, se"
				" sabe, hágame saber, hazme saber, hágame"
				" el favor de, hazme el favor de, me haces el favor de, haceme el favor de, me hace el favor de, me regalas, me regala, me"
				" colaboras con, me colabora con, me ayudan con, me"
				" ayuda con, me apoyas con, me apoya con, me comparte, me compartes, me facilitas, me facilita, me proporciona, me confirmas,"
				" me confirma, me indica, me indicas,"
				" me informas, me informa, me avisas, me gustaría consultar, me gustaría conocer, quiero conocer, quiero tener, quiero sacar,"
				" necesito sacar, necesito consultar, necesito"
				" tener, necesito revisar, quiero revisar, nada más, me da igual, da igual, no importa, ya sabes, digamos, o sea, me urge, me"
				" urgen, urgentemente necesito, voy a llamar a,"
				" voy a visitar a, voy a ver a, estoy con, estoy hablando con, estoy al teléfono con, que digamos, nos dejan, nos deja, nos"
				" aportan, nos aporta, nos generan, nos reportan, un cliente pregunta por, un cliente me pregunta por, el cliente pregunta"
				" por, me preguntan por, me están preguntando por, nos preguntan por, que me muestres, que me muestre, que me pases, que me"
				" pase, que me"
				" saques, que me mandes, que me mande, que me envíe, que me envíes, que me des, que me dé, que me indique, que me indiques,"
				" que me listes, que me liste"
			),
			*exactly(
				"al menos una, al menos un, por lo menos una, por lo menos un, una o más, uno o más, una o varias, uno o varios, cualquier"
				" tipo de, algún tipo de"
			),
			# What widens, and restricts nothing.
			*exactly(
				"del todo o en parte, total o parcialmente, parcial o totalmente, en parte o del todo, ya sea total o parcialmente, completa"
				" o parcialmente, completos o parciales,"
				" cobradas o no, pagadas o no, pagados o no, cobrada o no, entregados o no, cerradas o no, cerrados o no, estén como estén,"
				" esté como esté, sea cual sea su estado,"
				" en cualquier estado, de cualquier estado, aunque estén cerrados, aunque estén cerradas, aunque ya estén cerrados, aunque ya"
				" estén cerradas, incluso cerrados, incluso"
				" cerradas, incluidos los cerrados, incluidas las cerradas, ambos inclusive, ambas inclusive, ambos incluidos, ambas"
				" incluidas, ambos días incluidos,"
				" ambas fechas inclusive, en todos los almacenes, en todas las bodegas, en todos los depósitos, sumando todos los almacenes,"
				" entre todos los almacenes, de todos los almacenes"
			),
			*exactly_each(
				"marcado, marcada, marcados, marcadas, catalogados, catalogadas, clasificados, clasificadas, etiquetados, etiquetadas,"
				" calificados, calificadas, puestos, puestas",
				"como, como de, con, de, en",
			),
			*exactly_each(
				"ubicado, ubicada, ubicados, ubicadas, situados, situadas, radicados, radicadas, localizados, localizadas, establecidos,"
				" establecidas, domiciliados, domiciliadas,"
				" basados, asentados, residentes, con sede, con domicilio, que viven, que están, que operan",
				"en",
			),
			*exactly_each(
				"asignado, asignada, asignados, asignadas, adscritas, adscritos, ligadas, ligados, correspondientes",
				"al proyecto, a el proyecto, al cliente",
			),
			*exactly_each("fabricado, fabricada, fabricados, fabricadas, hechos", "por"),
			*exactly(
				"ni siquiera en borrador, ni en borrador, ni siquiera como borrador, a los que, a las que, a quienes, de los que, de las que, al que, a la que, en ningún almacén, en ninguno de los almacenes, en ninguna bodega, en ningún depósito, en ningún sitio, en ninguna parte, ni una"
				" vez, ni una sola vez, ni siquiera una vez, una sola vez, alguna vez"
			),
			*exactly(
				"en soporte, a soporte, al soporte, por soporte, al área de soporte, en el área de soporte, a mesa de ayuda, en mesa de ayuda"
			),
			# By which records come about, or are had.
			*_words(
				"emitió emitieron emití emiten emite emitidos emitiste hice hicimos hiciste hacen hacemos hace realizó realizaron realizamos"
				" generó generaron generamos generado generada generados generadas elaborado elaborada elaborados elaboradas elaboramos elaboró"
				" expedido expedida expedidos expedidas expedimos expidió girado girada girados giradas giramos confeccionado confeccionada"
				" confeccionados confeccionadas cargado cargada cargados cargadas cargamos cargó cargaron capturado capturada capturados"
				" capturadas capturamos metido metida metidos metidas metimos anotado anotada anotados anotadas dado dada dados dadas"
				" levantado levantada levantados levantadas levantó levantaron reportado reportada reportados reportadas reportó reportaron reporta"
				" reportan planteado planteada planteados planteadas notificado notificada notificados notificadas comunicado comunicada comunicados"
				" comunicadas colocada colocadas colocó colocaron pusieron puso tomamos"
				" cursado cursados cursada cursadas presentado presentada presentados presentadas presentamos pasamos entró entrado"
				" ingresó ingresaron ingresamos registramos registran registra tuvimos tuvo tuvieron tenía teníamos"
				" habido hubieron contamos disponemos manejamos maneja trabajamos trabaja trabajan llevan guardado guardada guardados"
				" guardadas almacenado almacenada almacenados almacenadas existente existentes presentes consta constan salen figura aparece"
				" encuentran encontramos corresponde correspondiente correspondientes perteneciente pertenecientes proveniente provenientes"
				" procedente procedentes relativo relativa relativos relativas referente referentes asociado asociada asociados asociadas"
				" relacionado relacionada relacionados relacionadas vinculado vinculada vinculados vinculadas"
			),
			*_in_forms(_MARKED),
			*exactly(
				"se encuentra, se encuentran, se halla, se hallan, se hizo, se hicieron, se emitió, se emitieron, se generó, se generaron, se"
				" realizó,"
				" se realizaron, se recibió, se recibieron, fue emitida, fueron emitidas, hemos hecho, han hecho, ha hecho, hemos emitido,"
				" hemos recibido,"
				" nos hizo, nos hicieron, nos ha hecho, nos han hecho, le hemos hecho, les hemos hecho, nos emitió, nos emitieron, nos ha"
				" emitido, nos"
				" han emitido, nos pasó, nos pasaron, que hay, que tenga, que tengan, que haya, que hayan, que hubo"
			),
			*exactly(
				"en relación con, en relación a, en cuanto a, por cuenta de, por concepto de, de parte de, por el lado de, de cara a, referente a,"
				" referentes a, relativas a, relativos a, a cargo de, en poder de, en manos de, a través de"
			),
			# Where they are, and what else they are called.
			*exactly_each(
				"en, en el, dentro de, dentro del, en nuestro, del",
				"sistema, erp, erpnext, programa, software, catálogo, registro, listado, sistema actualmente",
			),
			*exactly(
				"en la base, en la base de datos, en nuestra base, en nuestra base de datos, en la plataforma, en la aplicación, en la app,"
				" en la empresa,"
				" en nuestra empresa, de la empresa, de nuestra empresa, de la compañía, en la compañía, en cartera, en nuestra cartera, en nuestros"
				" registros, en nuestros libros, en plantilla, en nómina, en catálogo, de nuestro catálogo, del catálogo, dados de alta en el"
				" sistema,"
				" dado de alta en el sistema, dadas de alta en el sistema, registrados en el sistema, registradas en el sistema, creados en el"
				" sistema, creadas en el sistema, cargados al sistema, cargadas al sistema"
			),
			*_words(
				"registros documentos documento datos dato cifra cifras información info comprobantes comprobante elementos fichas ficha resultado"
				" resultados expediente expedientes"
			),
		),
		"is": (
			*exactly("es, son, está, están, era, eran, estaba, estaban, fue, fueron, sea, sean, esté, estén"),
			*exactly("sigue, siguen, continúa, continúan, queda, quedan, igual a, igual que"),
			*exactly(
				"se encuentra, se encuentran, hayan sido, haya sido, estuvo, estuvieron, siga, sigan, permanecen, permanece"
			),
		),
		"whether": exactly(
			"ha, han, tiene, tienen, hemos, siguen, ya, se ha, se han, ha sido, han sido, ya se han, ya está, ya están"
		),
		"change": exactly(
			"en cuánto, en qué porcentaje, en qué por ciento, en cuánto por ciento, cuánto más, cuánto menos, cuántos más, cuántas más, cuántos menos, cuántas menos, de más, de menos, más dinero, menos dinero,"
			" aumentó, aumentaron, aumentado, aumento, aumento de, aumento en, subió, subieron, subido, subida, subida de, creció, crecieron, crecido, crecimiento, crecimiento de, incremento, incremento de,"
			" incrementó, incrementado, bajó, bajaron, bajado, bajada, bajada de, disminuyó, disminuyeron, disminuido, disminución, disminución de, cayó, cayeron, caído, caída, caída de, descendió, descenso,"
			" descenso de, varió, variado, variación, variación de, diferencia, diferencia de, cambió, cambiado, cambio en, euros más, euros menos"
		),
		"share": (
			*exactly_each(
				"qué, cuál es el, el, un,",
				"porcentaje, porcentaje de, porcentaje del, tanto por ciento de, tanto por ciento, por ciento de, % de, % del",
			),
			*exactly_each("qué, cuál es la, la,", "proporción, proporción de, proporción del"),
			*exactly_each(
				"qué, cuál es la", "parte de, parte del, participación de, participación, cuota de"
			),
			*exactly_each("cuánto, qué, cuántos", "por ciento, %, por ciento de"),
			*exactly(
				"porcentual, porcentuales, en tanto por ciento, reparto porcentual, reparto porcentual de, distribución porcentual, distribución porcentual de, en porcentaje, en %, en términos porcentuales, porcentualmente, porcentajes"
			),
		),
		"verb": exactly(
			"viene, vienen, proviene, provienen, procede, proceden, representa, representan, va, van, corresponde, corresponden, fue, fueron, pertenece, pertenecen, se debe, se deben,"
			" supone, suponen, fue a, fueron a, se hizo, se hicieron, hemos, han, ha, aporta, aportan, aportó"
		),
		"asserts": (*exactly(_ARE), *exactly("ya está, ya están, ya se han")),
		"with": (
			*exactly(
				"con, cuyo, cuya, cuyos, cuyas, donde, en donde, tiene, tienen, tenga, tengan, lleva, llevan, lleven"
			),
			*exactly(
				"en las que, en los que, en la que, en el que, con el, con la, con los, con las, que cuenten con, que cuentan con"
			),
			*exactly("contiene, contienen, contengan, incluye, incluyen, incluyan"),
			*exactly_each(
				"donde, en los que, en las que, en que",
				"nos pidieron, nos piden, nos han pedido, pidieron, han pedido, nos compraron, compraron, nos encargaron",
			),
			*exactly(
				"que incluyan, que incluyen, que contengan, que contienen, que lleven, que llevan, que traen, donde aparece, donde aparezca,"
				" donde figura, donde está"
			),
			*exactly_each("que, que ya, que aún, que todavía", "tiene, tienen"),
			*exactly_each(
				"donde, en que, en los que, en las que, en donde",
				"viene, vienen, venga, vengan, va, van, sale, salen, esté, estén, haya, hay, figure, figuren, se incluye, se incluyen, se"
				" incluya, se haya incluido, se ha vendido, se ha pedido, se ha incluido, se han pedido, han pedido, hemos vendido, hemos"
				" incluido, hemos metido, vendimos, le vendimos, nos pidan,"
				" está incluido, está incluida, esté incluido, esté incluida, se pidió, se vendió, se pide, aparezcan, se encuentre, se"
				" encuentra, metieron, nos hayan pedido, nos ordenaron,"
				" pidan, piden, se solicita, se solicitó, vaya",
			),
			*exactly(
				"que traigan, que traiga, que trae, que contenga, que lleve, que incluya, que incluye, que contiene, trae, traen, traigan"
			),
		),
		"list": (
			*exactly(
				"evolución, evolución de, evolución del, tendencia, tendencia de, clasificación, clasificación de, ranking, ranking de, reparto, reparto de, reparto del, desglose, desglose de, desglose del"
			),
			*exactly(
				"lista, lista de, listado, listado de, listar, lístame, relación de, detalle de, resumen de, consulta de"
			),
			*exactly(
				"muestra, muéstrame, muéstranos, mostrar, mostrarme, enseña, enséñame, dame, danos, dime, dígame, muéstreme"
			),
			*exactly("ver, busca, buscar, encuentra, encontrar, consultar, quiero ver, necesito ver"),
			*_words(
				"mostrame mostranos mostrá muestrame muestranos muestre muestren muéstrenme muestreme mostrarnos enseñame enseñar enseñarme enséñanos"
				" deme denme dennos darme darnos dar decime decinos dinos díganme digame diga decidme listá listame lístenos lísteme liste"
				" pasame pásame pásanos pasanos paseme páseme pásenme pasarme pasá enviame envíame envíeme enviarme mandame mándame mándeme mandarme"
				" sacame sácame sáqueme traeme tráeme tráigame tráiganme traerme buscame búscame buscá buscarme búsqueme encontrame"
				" encuéntrame conseguime"
				" consígueme despliega desplegar despliégame indícame indicame indíqueme detállame detallame detallar resúmeme resumime preséntame"
				" ponme poneme listado lista historial relación resumen reporte informe listados"
			),
			*exactly(
				"me das, me da, me dan, me dices, me dice, me decís, me pasas, me pasás, me pasa, me mandas, me mandás, me envías, me"
				" muestras, me mostrás,"
				" me enseñas, me listas, me listás, me sacas, me traes, me tiras, me podés pasar, me puedes pasar, me podrías pasar, quiero consultar"
			),
			*exactly(
				"quisiera ver, me gustaría ver, queremos ver, quería ver, querría ver, deseo ver, ocupo ver, preciso ver, podemos ver, puedo"
				" ver, déjame ver,"
				" dejame ver, lista completa, lista completa de, listado completo, listado completo de, lista detallada de, listado general"
				" de, lista actualizada"
				" de, listado actualizado de, listado con, lista con, historial de, reporte de, reporte sobre, informe de, informe sobre,"
				" informe con, relación"
				" completa de, directorio de, padrón de, nómina de, maestro de, catálogo de, tabla de, cuadro de, planilla de, registro de,"
				" registros de, todo el"
				" historial de, todo el listado de"
			),
			*exactly_each(
				"me puedes, me podés, me podrías, me podría, me puede, nos puedes, nos podrías, podrías, puedes, podés",
				"sacar, pasar, mostrar, dar, mandar, enviar, traer, listar, buscar, decir, enseñar, compartir, facilitar, proporcionar,"
				" indicar, armar, sacarme, compartirme",
			),
			*_words(
				"compara compárame comparame comparar compárenme compáreme comparativa comparación desglose desglosa desglósame desglosame desglosar desglósenme distribución repartición enlista enlístame enlistar enumera"
				" enumérame enumerar"
				" muéstralos visualízame visualizame proyéctame relacióname listarme"
			),
			*exactly(
				"comparativa de, comparación de, comparativo de, desglose de, desglose del, un desglose de, el desglose de, distribución de, la distribución de, repartición de, reparto de,"
				" composición de, base de datos de, la base"
				" de datos de, base de datos con, cartera completa de, todo lo que son, lo que son, lo que viene siendo, ordenados por fecha,"
				" ordenadas por fecha, ordenado por fecha,"
				" por orden alfabético, en orden alfabético, ordenados alfabéticamente, lista simple de, un listado rápido de, listado rápido"
				" de, listado total de, lista general de,"
				" listado general, cuáles serían, cuál sería, cuáles vienen siendo"
			),
			*exactly_each(
				"lista, listado, informe, reporte, relación, resumen",
				"con todas las, con todos los, de todas las, de todos los, de todas nuestras, de todos nuestros, con las, con los",
			),
			*exactly_each(_MAKE, _A_LIST),
			*exactly_each(_MAKE, exactly_each(_A_LIST, "de, con, sobre")),
		),
		"which": exactly(
			"con qué, de qué, a qué, en qué, con cuáles, a cuáles, de cuáles, en cuáles, qué, cuál, cuáles, cuál de, cuáles de, quién es, quiénes son, cuál es, cuáles son, cuál fue, cuáles fueron, cuáles eran, con"
			" quién, con quiénes,"
			" quiénes fueron, qué clase de"
		),
		"count": (
			*exactly(
				"cuántos, cuántas, cuántos de, cuántas de, cuántas unidades, cuántas unidades de, unidades de"
			),
			*exactly(
				"número de, número total de, nº de, n.º de, núm. de, nro de, cantidad de, cantidad total de, recuento de, conteo de"
			),
			*exactly(
				"y cuántos tiene cada uno, y cuántas tiene cada uno, y cuántos cada uno, y cuántas cada uno, y cuántos son de cada uno, y"
				" cuántos tienen, y cuántas tienen, cuántas pzas,"
				" cuántas pzs, cuántas uds, cuántas und, cuántas unds, cuántas pz, cuánta gente, cuántas personas, cuántos elementos, ctas"
				" unidades, cuantitos, nº, num, número, cuántos"
				" registros de, en número, cifra de cuántos, cuántos en número, cuántos quedan, cuántas quedan, cuántos nos quedan, cuántas"
				" nos quedan, cuántas piezas, cuántas piezas de, piezas de, cuántas uds, cuántas uds de, uds de, cuántas pzas de, pzas de,"
				" cantidad, cant, cant de, recuento, conteo, contar, contame, cuenta las, cuenta los, cuenta cuántos, cuenta cuántas, nro."
				" de, num de, núm de,"
				" no. de, # de, número exacto de, cantidad exacta de, qué cantidad, qué cantidad de, cuánta cantidad de, qué número de, qué"
				" tantos, qué tantas,"
				" cuántos hay, cuántas hay, cuántos son, cuántas son, cuántos en total, cuántas en total, ctos, ctas, cuantos en total"
			),
		),
		"much": (
			*exactly(
				"cuánto, cuánta, cuánto dinero, cuánto es, cuánto hay, a cuánto asciende, a cuánto ascienden"
			),
			*exactly("cuánto suma, cuánto suman, cuánto vale, cuánto valen"),
			*exactly(
				"por qué importe, por qué importe total, por qué monto, por qué monto total, por qué valor, por qué total, por qué cantidad"
				" total, de qué importe, de qué importe es, de qué"
				" importe fue, de qué monto, de qué monto es, de qué monto fue, de qué valor, de qué valor es, cuánto dinero es, cuánto"
				" dinero hay, cuánto dinero llevamos, cuánto en dinero,"
				" cuánto en total, cuánto en total es, cuánto es en total, cuánto haría, cuánto hace, en cuánto, en cuánto va, en cuánto van,"
				" en cuánto anda, en cuánto andan, en cuánto quedó,"
				" en cuánto cerró, en cuánto cerramos, cuánto lana, cuánta lana, cuántos pesos, cuántos euros, cuántos dólares, cuántos"
				" soles, a cuánto asciende el total de, a cuánto"
				" ascienden en total, cuánto alcanza, cuánto sumarían, cuánto suma todo, cuánto da todo, cuánto nos suma, cuánto nos suman,"
				" cuánto viene siendo, cuánto va, cuánto se ha, cuánto vienen siendo,"
				" cuánto queda, cuánto nos queda, cuánta plata, cuánta guita, cuánto efectivo, de cuánto, de cuánto es, de cuánto fue, de"
				" cuánto son, por cuánto, por cuánto dinero, cuánto fue,"
				" cuánto fueron, cuánto ha sido, cuánto da, cuánto nos da, cuánto representa, cuánto representan, cuánto llevamos, cuánto"
				" tenemos, cuánto son,"
				" cuánto es lo, cuánto hacen, cuánto sumaron, cuánto sumó, a cuánto sube, a cuánto suben, a cuánto llega, a cuánto llegan, a"
				" cuánto equivale,"
				" a cuánto ascendió, a cuánto ascendieron, a cuánto ha ascendido, a cuánto suma, a cuánto suman, en cuánto está, en cuánto están"
			),
		),
		"sum": exactly(
			"total de, el total de, total, totales, suma, suma de, sumatoria de, en total, totalizado, acumulado, acumuladas, acumulada, acumulados, sumatoria, suma total,"
			" suma total de, total general, gran total, total acumulado, en conjunto, en suma, sumado, sumados, sumadas, sumando, total"
			" global, sumar,"
			" sumame, súmame"
		),
		"avg": (
			*exactly(
				"prom, valor medio, valor promedio, promedio, promedios, promedio de, en promedio, medio, medios, la media, una media, media"
				" de los, media de las, la media de, la media de los, la media de las, promediando, promediado, promedio por, media por, como"
				" promedio, de promedio, valor medio por, importe medio por, importe promedio por, monto promedio por, de media, por término"
				" medio"
			),
			*exactly_each("valor, importe, monto, ticket", "medio, promedio"),
		),
		"highest": (
			*_HIGHEST_ONE,
			*_of_several(_HIGH),
			*exactly(
				"más grandes, mayores, máximo de, de mayor a menor, ordenadas de mayor a menor, ordenados de mayor a menor, de más a menos,"
				" de más cara a más barata, de más caras a más baratas, por"
				" importe descendente, por monto descendente, por valor descendente, ordenadas por importe de mayor a menor, ordenadas por"
				" monto de mayor a menor, ordenadas por importe,"
				" ordenadas por monto, ordenados por importe, ordenados por monto, ordenadas por valor, ordenados por valor, ordenadas por total"
			),
			*exactly_each(
				"de mayor a menor, ordenadas de mayor a menor, ordenados de mayor a menor, ordenadas por mayor, ordenados por mayor",
				"importe, monto, valor, total, cuantía, según importe, según monto, según su importe, según su monto, según el importe, según"
				" el monto, por importe, por monto, por valor",
			),
			*_in_forms("máximo"),
		),
		# Not “mínimo”: the least order is what may be ordered, and not what was.
		"lowest": (
			*_LOWEST_ONE,
			*_of_several(_LOW),
			*exactly(
				"con menos, con el menor, con la menor, con menor, que menos, el que menos, la que menos, los que menos, las que menos, a los que"
				" menos, a las que menos, menos"
			),
			*exactly("menores, de menor a mayor, ordenadas de menor a mayor, ordenados de menor a mayor"),
		),
		"newest": (
			*_NEWEST_ONE,
			*_of_several(_NEW),
			*exactly(
				"últimamente, recientemente, hace poco, más recientes, reciente, recientes, más recientes primero, las más recientes primero,"
				" los más recientes primero, empezando por la más reciente, empezando por las más recientes, ordenadas por fecha descendente,"
				" de más reciente a más antigua, de más recientes a más antiguas, de la más reciente a la más antigua, recién hechas, recién"
				" emitidas, recién hechos"
			),
		),
		"exactly": exactly("exactamente, precisamente, justo, justamente"),
		"single": exactly(
			"exactamente un, exactamente una, exactamente uno, un solo, una sola, solo un, solo una, solo uno"
		),
		"longest": exactly(
			"que llevan más tiempo, que más tiempo llevan, llevan más tiempo, lleva más tiempo, que lleva más tiempo, desde hace más tiempo, que más llevan"
		),
		"gone": exactly(
			"pasó, ya pasó, ha pasado, ya ha pasado, pasado, pasada, ya pasada, está pasada, en el pasado, ya está pasada, ya se ha pasado, se ha pasado,"
			" sobrepasada, superada"
		),
		"nothing": exactly("nada, aún nada, todavía nada, nada todavía"),
		"several": exactly("varios, varias, más de un, más de una, más de uno, múltiples, dos o más"),
		"contains": exactly(
			"usa, usan, se usa, se usan, utiliza, utilizan, se utiliza, se utilizan, contiene, contienen, incluye, incluyen, lleva, llevan,"
			" que contienen, que llevan, que usan, que utilizan, que incluyen, como componente"
		),
		"oldest": (
			*_OLDEST_ONE,
			*_of_several(_OLD),
			*exactly("que llevan más tiempo, que más tiempo llevan, llevan más tiempo, que más llevan"),
		),
		"fresh": exactly("nuevo, nueva, nuevos, nuevas"),
		"party": ("quién", "quiénes", "quien", "quienes", "a quién", "a quiénes"),
		"versus": exactly(
			"que, respecto a, respecto de, con respecto a, con respecto al, en relación con, en comparación al, en comparación a, con las de, con las del, con los de, con los del, con lo del, con lo de, frente al, frente a las del, frente a las de, frente a lo"
			" del, contra el, contra las del, contra las de, contra lo del, respecto a las del, respecto a las de, respecto al, comparadas con las"
			" del, comparados con los del, comparado con el, comparada con la del, comparado con lo del, en comparación con el, en comparación con"
			" las del,"
			" vs, versus, contra, comparado con, comparada con, comparados con, comparadas con, frente a, en comparación con"
		),
		"quantity": exactly("unidades, cantidad, cantidades, piezas, en unidades, en cantidad, en piezas"),
		"top": exactly(
			"top, mejor, mejores, principales, más, que más, con más, ranking, ranking de, el ranking de, a los que más, a quienes más, al"
			" que más, los que más,"
			" quienes más, de más, a la que más, a las que más"
		),
		"best": exactly("mayor, mayores, más grande, más grandes, más importante, más importantes"),
		"group": (
			*exactly("por, por cada, para cada, cada, según, desglose por"),
			*(f"{word} por" for word in _in_forms("agrupado, desglosado, separado, dividido")),
			*(
				f"{word} {link}"
				for word in _in_forms(
					"discriminado, clasificado, repartido, distribuido, detallado, segmentado, desagregado"
				)
				for link in ("por", "según")
			),
			*exactly(
				"discriminado según, uno por uno de los, x, x cada, en cada, de cada, a cada, con cada, del cada, tiene cada, hay en cada,"
				" hay por, hay de cada, según cada, desglose"
				" según, clasificando por, repartiendo por, totalizado por, totalizados por, totalizadas por, sumado por, sumadas por,"
				" sumados por, ordenado según, detallando por, contados por,"
				" contadas por, resumido por, resumidos por, resumidas por, desglosando por, agrupando por, agrupar por, separando por,"
				" distribución por, reparto por, discriminando por"
			),
			*exactly_each(", a, por, de, en, para, con, tiene, según, hay en, hay por, tienen", _ONE_OF),
			*exactly_each("dentro de, para", "cada"),
		),
		"not": (
			*exactly("ni, ni tampoco, no, nunca, jamás, excepto, salvo, sin, distinto de, diferente de"),
			*exactly_each("aún no, todavía no, no, que no, que aún no, que todavía no", f"{_ARE}, {_MAY_BE}"),
			*exactly_each(
				"menos, excepto, salvo",
				"los, las, el, la, los que están, las que están, los que ya están, las que ya están",
			),
			*exactly(
				"a excepción de, con excepción de, exceptuando, excluyendo, quitando, descontando, sin contar, sin incluir, que no sean, que"
				" no sea, aparte de,"
				" que no, no me incluyas, sin tener en cuenta"
			),
		),
		"without": exactly(
			"no, sin, sin ningún, sin ninguna, no tiene, no tienen, no tenga, no tengan, carecen de, que no tienen, que no tiene, que no"
			" tengan, sin tener, que"
			" carecen de, no cuentan con, que no cuentan con, no llevan, que no llevan, sin ningún tipo de, sin una sola, sin un solo, sin"
			" alguna, sin haber hecho, sin haber tenido,"
			" sin haber recibido, sin haberles hecho, sin tener ninguna, sin tener ningún, llevan sin, que llevan sin, llevan sin hacer, que"
			" llevan sin hacer, llevan sin hacernos, que llevan"
			" sin hacernos, llevan sin tener, sin hacer, sin hacernos, sin hacerles, libres de, libre de, donde no hay, donde ya no hay, en"
			" los que no hay, en los que ya no hay,"
			" en las que no hay, donde no queda, donde no quedan, en los que no quedan, en los que ya no quedan, no tuvieron, que no"
			" tuvieron, no han tenido, que no han tenido, no deben, que no"
			" deben, no nos deben, que no nos deben, no han hecho, que no han hecho, no nos han hecho, que no nos han hecho, no hicieron, que"
			" no hicieron, no nos hicieron, que no nos hicieron, no les"
			" hemos hecho, no le hemos hecho, no les hicimos, no le hicimos, no han realizado, que no han realizado, no realizaron, que no"
			" realizaron, no han recibido, que no han recibido, no"
			" registran, que no registran, no presentan, que no presentan, ya no tienen, que ya no tienen, no les hemos puesto, no les"
			" pusimos, no les hemos emitido, no les emitimos, no colocaron,"
			" no han colocado, que no han colocado, que no colocaron"
		)
		+ exactly_each(_NO_SINGLE, _A_SINGLE)
		+ exactly_each(
			"nunca, jamás, que nunca",
			"nos han hecho, nos hicieron, les hemos hecho, les hicimos, le hemos hecho, han hecho, hicieron, han tenido, tuvieron, hemos hecho,"
			" han recibido, recibieron, nos ha hecho, han puesto, han colocado",
			", ningún, ninguna, un, una",
		)
		+ exactly(
			"nadie, que nadie, con cero, tienen cero, tiene cero, con 0, tienen 0, sin nada de, todavía ningún, todavía ninguna, aún ningún, aún ninguna, ningún,"
			" ninguna"
		),
		"and": exactly(
			"y, e, pero, así como, y que, y además, y también, pero que, y a la vez, pero también, pero además, pero sí, y sí, pero a la vez, al"
			" mismo tiempo, y al mismo tiempo, pero al mismo tiempo, a la vez, además de, y sin embargo, pero en cambio, junto con, pero ya, pero"
			" aún, pero todavía, y aún, y todavía, y encima, y a su vez, que además, que también, y que además, y que también, pero que también,"
			" pero que además"
		),
		"or": exactly("o, u, o bien, o que"),
		"more": (
			*exactly("pasan de, pasa de, que pasan de"),
			*exactly(
				"más de, más que, de más de, por más de, supera, superan, supere, superen, excede, exceden, excedan, sobrepasan"
			),
			*exactly(
				"por encima de, por arriba de, arriba de, encima de, sobre, más allá de, rebasan, rebasen, rebasa, sobrepasen"
			),
			*exactly(
				"pasa de, pasan de, pasen de, que pasen de, que pasan de, que excedan de, que superan, que superen"
			),
			*exactly_each("mayor, mayores, superior, superiores", "a, de, que, al, a los, que los"),
			*exactly_each(
				_OVER_TAXED,
				"pasan de, superan, supera, superen, exceden, mayor a, mayor de, mayor que, mayores a, superior a, superiores a, más de, de"
				" más de, por encima de",
			),
			*exactly(
				"pasan los, pasa los, pasen los, superan los, superen los, exceden los, exceden de, rebasan los, sobrepasan los, arriba de"
				" los, por encima de los, más de los, pasan de los,"
				" pasaron de, pasaron de los, superaron, superaron los, superando, excedieron, que van de más de, arribita de, mayores de"
				" los, con más de, con un total de más de, de arriba de,"
				" que valen más de, que valgan más de, que suman más de, que sumen más de, que sean de más de, que son de más de, que cuestan"
				" más de, cuesten más de, que costaron más de, que"
				" fueron de más de, que fueron por más de, que sean por más de, que salieron en más de, que están por encima de, que estén"
				" por encima de, que estén por arriba de"
			),
			*exactly_each("por importe, por valor, por monto", "superior a, mayor a, mayor que"),
		),
		"less": (
			*exactly(
				"con menos de, que menos de, menos de, menos que, de menos de, por debajo de, debajo de, por abajo de, abajo de, por menos de"
			),
			*exactly("no llega a, no llegan a, no lleguen a, que no lleguen a, que no llegan a"),
			*exactly_each("menor, menores, inferior, inferiores", "a, de, que, al"),
			*exactly_each("por importe, por valor, por monto", "inferior a, menor a, menor que"),
		),
		"at_least": exactly(
			"al menos, de al menos, por lo menos, como mínimo, mínimo, mínimo de, un mínimo de, a partir de, desde, de mínimo, cuando menos,"
			" no menos de,"
			" igual o superior a, igual o mayor a, igual o mayor que, iguales o superiores a, iguales o mayores a, mayor o igual a, mayor o"
			" igual que, mayores o"
			" iguales a, mayores o iguales que, superior o igual a, superiores o iguales a"
		),
		"at_most": exactly(
			"como máximo, a lo sumo, máximo, máximo de, un máximo de, hasta, de hasta, no más de, de máximo, cuando mucho, no supera, no"
			" superan, no superen, que no"
			" superen, que no superan, no excede, no exceden, no excedan, que no excedan, no pasa de, no pasan de, no pasen de, que no pasen"
			" de, igual o inferior a,"
			" igual o menor a, igual o menor que, iguales o inferiores a, menor o igual a, menor o igual que, menores o iguales a, menores o"
			" iguales que, inferior o"
			" igual a, inferiores o iguales a"
		),
		"between": exactly("entre"),
		"negative": (
			*_in_forms("negativo"),
			*exactly("en negativo, bajo cero, menor que cero, por debajo de cero"),
		),
		"since": exactly(
			"desde principios, desde inicios, desde inicio, desde el inicio, desde el principio, desde comienzos, desde el comienzo, desde primeros,"
			" desde que,"
			" desde, a partir de, a partir del, a contar de, a contar del, contando desde, empezando el, a partir de el, desde el día, a"
			" partir del día, a partir de la fecha, desde la fecha, contados desde, con fecha desde, con fecha desde el, con fecha a partir"
			" de, con"
			" fecha a partir del, posteriores o iguales al, iguales o posteriores al, igual o posterior al, iguales o posteriores a, con"
			" fecha igual o"
			" posterior a, con fecha igual o posterior al"
		),
		"before": (
			*exactly(
				"antes de, antes del, previo a, previos a, previas a, previa a, previo al, previos al, previas al, previa al, previo a el,"
				" previa a la, antes de el, antes que el, anterior del, antes de la fecha, hasta antes del, antes de llegar al, con"
				" anterioridad a"
			),
			*exactly("con anterioridad al"),
			*exactly_each("anterior, anteriores", "a, al"),
		),
		"after": (
			*exactly(
				"después de, después del, tras, luego de, luego del, con posterioridad a, con posterioridad al, pasado el"
			),
			*exactly_each("posterior, posteriores", "a, al"),
		),
		"until": (
			*_UNTIL_THE_END,
			*exactly("antes de que"),
			*exactly(
				"hasta, hasta el, hasta el día, a la fecha, al día de hoy, a día de hoy, a hoy, al presente, a más tardar, a más tardar el, no"
				" más tarde de, no más tarde del, hasta ahora, hasta la fecha, hasta el momento"
			),
		),
		"onward": exactly(
			"inclusive, incluido, en adelante, para adelante, y posteriores, o posteriores, o posterior, y posterior, o más tarde, y después,"
			" o después, y siguientes, o más reciente, o más"
			" recientes, hasta ahora, hasta la fecha, hasta el momento, a la fecha, hacia adelante, y más adelante"
		),
		"backward": exactly(
			"para atrás, hacia atrás, y anteriores, o anteriores, o anterior, y anterior, y antes, o antes, o más antiguas, o más antiguos, o"
			" más antigua, o más antiguo"
		),
		"ours": (
			*_words(
				"nuestro nuestra nuestros nuestras tenemos manejamos contamos disponemos trabajamos poseemos"
			),
			*exactly(
				"que tenemos, que manejamos, que disponemos, con los que trabajamos, con las que trabajamos, con quienes trabajamos, con los"
				" que contamos, con las que"
				" contamos, con los que operamos, que nos surten, tenemos en total, de los que disponemos, con los que tenemos relación, hay"
				" en nuestra empresa, tiene la empresa, tiene nuestra empresa"
			),
		),
		# “Al 31 de marzo” alone is what something was on that day, which nobody wrote down.
		"reaching": exactly("a, al"),
		"from": exactly("de, del, entre, a, al"),
		"dated": (
			*exactly(
				"de, del, correspondientes a, correspondiente a, correspondientes al, correspondiente al, relativas a, relativos a, relativas"
				" al, relativos al, referentes a, pertenecientes a, que corresponden a, con fecha en, de fecha, con fecha, con fecha de, con"
				" fecha del, fecha de emisión, con fecha de emisión"
			),
			*exactly(
				"con fecha de emisión de, con fecha de emisión del, con fecha de factura, con fecha de factura de"
			),
			*_in_forms("fechado"),
			*(f"{word} {link}" for word in _in_forms("fechado") for link in ("en", "el", "a")),
		),
		"worth": (
			*phrases("valor, importe, monto, valor total, importe total, monto total"),
			*exactly(
				"cuantía, valor de, por valor de, por importe de, por monto de, cuantías, por un total de, por la cantidad de"
			),
			*exactly_each("por un", "importe, valor, monto, importe de, valor de, monto de"),
		),
		"all": (
			"=todo",
			*exactly_each(
				"que tenemos, que hay, que existen, que están, que aparecen, que figuran, que constan, tenemos",
				"en el sistema, en el erp, en el programa, en la base de datos, registrados, registradas, dados de alta, dadas de alta,"
				" cargados, cargadas, cargados en el sistema, registrados en"
				" el sistema, dados de alta en el sistema, en nuestra base de datos, en la base, guardados, creados en el sistema, en"
				" existencia en el sistema, capturados, en el catálogo, en cartera",
			),
			*exactly(
				"registrados en el sistema, cargados en el sistema, dados de alta en el sistema, completos, sin excepción, sin filtros, sin filtro"
			),
			*exactly(
				"todos, todas, toda, todos los, todas las, toda la, la totalidad de, la totalidad de los, la totalidad de las, absolutamente"
				" todos, absolutamente todas,"
				" todos y cada uno de los, todas y cada una de las, todos nuestros, todas nuestras, el total de nuestros, el total de nuestras"
			),
		),
		"mine": (*exactly("mi, mis"), *_in_forms("mío")),
		"own": (
			*(
				f"{word} por mí"
				for word in _in_forms(
					"creado, registrado, hecho, ingresado, cargado, emitido, capturado, generado"
				)
			),
			*exactly(
				"que hice, que he hecho, que hice yo, que emití, que cargué, que ingresé, que capturé, que yo hice, que di de alta"
			),
			*exactly("que creé, que he creado, que yo creé, que registré, que he registrado, he creado"),
		),
		"who": exactly("por mí"),
		"assigned": (
			*(f"{word} a mí" for word in _in_forms("asignado")),
			*exactly_each("que tengo", _in_forms("asignado")),
			*exactly(
				"me han asignado, que me han asignado, me asignaron, que me asignaron, a mi cargo, que me tocan, que tengo a mi cargo"
			),
		),
		"one": (
			*_HIGHEST_ONE,
			*_of_one("máximo"),
			*exactly("máximo de, máxima de"),
			*_LOWEST_ONE,
			*_NEWEST_ONE,
			*_OLDEST_ONE,
		),
		"traded": (
			*_in_forms("vendido, comprado"),
			*exactly("vendimos, vendemos, vendió, vendieron, compramos, vendí, vendiste, vende, venden"),
		),
		"month": exactly("mes, meses"),
		"quarter": exactly("trimestre, trimestres"),
		"year": exactly("año, años"),
		"monthly": exactly("mensual, mensuales, mensualmente, mes a mes, mes por mes"),
		"quarterly": exactly("trimestral, trimestrales, trimestralmente, trimestre a trimestre"),
		"yearly": exactly("anual, anuales, anualmente, año a año, año por año"),
		"opaque": (
			*exactly(
				"contrataciones, contratación, contando borradores, borradores incluidos, incluidos borradores, incluyendo borradores, ni en borrador, ni borradores"
			),
			"a cuánto vendemos",
			"a cómo vendemos",
			"a qué precio vendemos",
			"a cuánto se vende",
			"a cómo se vende",
			"a qué precio se vende",
			*phrases("a cuánto compramos, a cómo compramos, a qué precio compramos"),
			"=pagos que salieron",
			*exactly(
				"por qué, para qué, qué es, qué son, cuál es el significado, qué hay que, qué tan, todo lo, sin vencer"
			),
			*exactly("no hay, no hubo, no tenemos, no tengo, no existe, no existen, ninguno"),
			*exactly("lista para, listas, listo, listos"),
			*exactly_each(
				"con, tienen, tengan, que tienen, ya tienen", "todas las, todos los, todas sus, todos sus"
			),
			*exactly(
				"qué quiere decir, qué quieren decir, qué significa, qué significan, qué implica, en qué consiste, en qué consisten, a qué se"
				" refiere, en caso de, en caso"
				" de que, qué pasa con, qué pasa si, qué hago, qué hacer, qué se hace, debe ser, deben ser, tiene que, tienen que, tenemos"
				" que, tengo que, se"
				" hace, se hacen, se emite, se emiten, se registra, se registran, se genera, se solicita, se necesita, se necesitan, hace"
				" falta, hacen falta"
			),
			# Those that bear none, or the amounts without it?
			*exactly_each("factura, facturas", f"{_NET}, neto, neta, netos, netas"),
			# Without accents, “que son” is also said of what was named before.
			*exactly_each("que es", "un, una, el, la"),
			*exactly_each("que son", "los, las, unos, unas"),
			*exactly_each("por qué, para qué", _ARE),
			# To whom, the table of payments says only together with the kind of payment.
			*exactly_each(
				"pago, pagos", "a proveedores, a los proveedores, a nuestros proveedores, a proveedor"
			),
			# What is to be done, or how it is done, is told by no word for what has been done.
			*exactly(
				"pagar, cobrar, facturar, recibir, cerrar, abrir, completar, terminar, finalizar, cancelar, anular, validar"
			),
			*exactly(
				"contabilizar, activar, desactivar, habilitar, deshabilitar, vencer, caducar, expirar, pedir, ordenar, ofertar, resolver"
			),
			*exactly(_DELIVER),
			*exactly(
				"cancelación, cancelaciones, anulación, anulaciones, validación, contabilización, activación, desactivación"
			),
			*exactly(
				"pagamos, pagan, paga, pagó, pagaron, cobramos, cobran, cobra, cobró, cobraron, pedimos, ordenamos"
			),
			*exactly(
				"entregamos, entregan, entregó, entregaron, enviamos, envían, envió, enviaron, mandamos, mandaron, despachamos"
			),
		),
	},
	months=(
		("enero", "ene"),
		("febrero", "feb"),
		("marzo", "mar"),
		("abril", "abr"),
		("mayo", "may"),
		("junio", "jun"),
		("julio", "jul"),
		("agosto", "ago"),
		("septiembre", "setiembre", "sept", "sep"),
		("octubre", "oct"),
		("noviembre", "nov"),
		("diciembre", "dic"),
	),
	weekdays=(
		("lunes",),
		("martes",),
		("miércoles", "miercoles"),
		("jueves",),
		("viernes",),
		("sábado", "sabado"),
		("domingo",),
	),
	dates={
		"before_yesterday": ("anteayer", "antier", "antes de ayer"),
		"after_tomorrow": ("=pasado mañana",),
		"today": exactly("hoy, el día de hoy, esta mañana, esta tarde, hoy mismo"),
		"yesterday": exactly("ayer, el día de ayer"),
		"tomorrow": exactly("mañana, el día de mañana"),
		"this": exactly(
			"este, esta, presente, actual, el presente, el actual, la presente, la actual, este mismo, esta misma, el corriente, la"
			" corriente, este presente"
		),
		# Not “el último mes”: it may be the month before this one, or the last thirty days.
		"last": exactly(
			"pasado, pasada, el pasado, la pasada, anterior, el anterior, la anterior, previo, previa, el previo, la previa"
		),
		"next": (
			*_in_forms("próximo"),
			*exactly(
				"el próximo, la próxima, los próximos, las próximas, siguiente, siguientes, los siguientes, las siguientes, en menos de"
			),
		),
		"past": (
			*_of_several("último, pasado"),
			*exactly(
				"los últimos, las últimas, los pasados, las pasadas, estos últimos, estas últimas, hace menos de, ult, últ, los ult, los últ,"
				" ults"
			),
		),
		"running": exactly(
			"de, acabe el, se acabe el, termine el, finalice el, concluya el, empezó el, comenzó el, arrancó el, del, de la, en el, en la, en lo que va de, en lo que va del, lo que va de, lo que va del, en lo que llevamos de"
		),
		"older": (
			*exactly_each(
				"hace más de, de hace más de, desde hace más de, hace ya más de, con más de, de más de, más de, por más de, durante más de,"
				" llevan más de, lleva más de, que llevan más de, que lleva más de, llevan ya más de",
				", un, una",
			),
			*exactly_each(
				"más antiguo, más antigua, más antiguos, más antiguas, más viejos, más viejas",
				"de, que",
				", un, una",
			),
		),
		"lasting": (
			*exactly_each(
				"desde hace, hace, hace ya, hace como, en, durante, llevan, lleva, que llevan, que lleva, llevan ya, llevan al menos, en al menos",
				", un, una",
			),
			# What is to come, “vencen en más de un mes”, and terms: of neither is anything that old.
			*exactly_each("en más de, a más de, dentro de más de", ", un, una"),
			*exactly_each(
				", con, con un",
				"plazo, vencimiento, validez, plazo de pago",
				"de más de, superior a, mayor a",
				", un, una",
			),
		),
		"day": exactly_each("día, días", _OF_AGE),
		"week": exactly_each("semana, semanas", _OF_AGE),
		"month": exactly_each("mes, meses", _OF_AGE),
		"quarter": exactly("trimestre, trimestres"),
		"year": (*exactly_each("año, años", _OF_AGE), *exactly("anio, año natural, año calendario")),
		"fiscal_year": exactly("ejercicio, ejercicio fiscal, ejercicio contable, año fiscal, año contable"),
		"first": exactly("primer, primero, 1er, 1ero, 1ro, 1o, 1º, 1.º, q1, t1"),
		"second": exactly("segundo, 2do, 2o, 2º, 2.º, q2, t2"),
		"third": exactly("tercer, tercero, 3er, 3ro, 3ero, 3o, 3º, 3.º, q3, t3"),
		"fourth": exactly("cuarto, 4to, 4o, 4º, 4.º, q4, t4"),
	},
	dates_behind={
		"this": exactly(
			"actual, en curso, corriente, presente, que corre, en el que estamos, en que estamos"
		),
		"last": exactly(
			"pasado, pasada, anterior, previo, previa, recién pasado, recién pasada, que pasó, que acaba de terminar, próximo pasado"
		),
		"next": exactly(
			"próximo, próxima, que viene, que entra, siguiente, entrante, que sigue, venidero, venidera, que empieza"
		),
		"past": (
			*_of_several("último"),
			*exactly("anteriores, previos, previas, pasados, pasadas, recientes, más recientes"),
		),
		"ahead": _of_several("próximo"),
	},
	first_days=("primero", "uno"),
	date_links={"month": ("de", "del"), "year": ("de", "del")},
	before_months=("en", "de", "desde", "hasta"),
	is_day_first=True,
	states={
		"working": exactly("en curso, en marcha, en ejecución, en proceso"),
		"draft": (
			*exactly(
				"borrador, borradores, en borrador, en borradores, en modo borrador, como borrador, de borrador"
			),
			*exactly_each(_IN_STATE, "borrador, de borrador, draft"),
			*exactly(
				"sin validar, sin validarse, por validar, pendientes de validar, pendiente de validar, pendientes de validación, pendientes"
				" por validar, sin contabilizar, por contabilizar,"
				" pendientes de contabilizar, sin confirmar, por confirmar, pendientes de confirmar, pendientes de confirmación, sin emitir,"
				" no se han validado, no se validaron, no hemos"
				" validado, no validamos, aún no validamos, todavía no validamos, aún no se han validado, todavía no se han validado, que no"
				" hemos validado, que no se han validado, sin postear, a medio"
				" hacer, en draft, como draft"
			),
		),
		"submitted": (
			*_in_forms("validado, contabilizado, confirmado"),
			*exactly_each(_IN_STATE, "validado, validada"),
		),
		"cancelled": (
			*_in_forms("cancelado, anulado"),
			*exactly_each(_IN_STATE, "cancelado, cancelada, anulado"),
		),
		"open": (
			*_in_forms("abierto"),
			*exactly("pendiente, pendientes"),
			*exactly_each(_IN_STATE, "abierto, abierta, pendiente, de abierto, abiertos, abiertas, open"),
			*exactly_each(
				"siguen, sigue, están, está, quedan, continúan, permanecen, se mantienen",
				"abierto, abierta, abiertos, abiertas",
				", hoy, hoy mismo, hoy día, al día de hoy, a día de hoy",
			),
			*exactly(
				"vivos, vivas, siguen vivos, siguen vivas, siguen activos, siguen activas, en vigor, en open, en abierto"
			),
		),
		"closed": (
			*_in_forms("cerrado"),
			*exactly_each(_IN_STATE, "cerrado, cerrada, cerrados, cerradas, closed"),
		),
		"not closed": (
			*exactly_each(
				f"{_NOT_YET}, siguen sin, sigue sin, continúan sin, están por, nos falta, nos faltan",
				"cerrar, cerrarse, ser cerrados, ser cerradas",
			),
			*exactly_each(_NO, "hemos cerrado, han cerrado, cerramos, cerraron, se cierran, se cierra"),
			*exactly_each(
				"aún no, todavía no, no",
				"se han cerrado, se ha cerrado, han sido cerrados, han sido cerradas, fueron cerrados, fueron cerradas",
			),
			*exactly_each(
				"no tienen, no tienen el, no tiene, no tiene el, que no tienen, que no tienen el",
				"estado cerrado",
			),
			*exactly(
				"sin cerrar, sin cerrarse, por cerrar, no cerramos, no se cerraron, pendientes de cerrar, pendiente de cerrar, pendientes de cierre"
			),
		),
		"completed": (
			*_in_forms("completado, terminado, finalizado, concluido, acabado"),
			*exactly_each(_IN_STATE, "completado, completada, terminado, finalizado"),
		),
		"not completed": (
			*exactly("en curso, en marcha, en ejecución, en proceso"),
			*exactly(
				"sin completar, sin terminar, sin finalizar, sin acabar, sin concluir, por terminar, sin completarse, sin terminarse, sin"
				" finalizarse, aún no se han completado, no se han completado, todavía no se han completado, no se completaron, por"
				" completar, por finalizar, pendientes de"
				" terminar, pendientes de completar"
			),
		),
		"overdue": (
			*_SHOULD_HAVE,
			*exactly_each("que", _SHOULD_HAVE),
			*exactly_each("con, de, en", _LATE),
			*exactly("después de su fecha, pasada su fecha, pasada la fecha límite, pasado el plazo"),
			*exactly(
				"se pasaron de fecha, se pasaron de la fecha, pasaron de fecha, se les vencieron, se le vencieron, se nos vencieron, se les"
				" vencían, se le han vencido, se les han vencido, se nos han"
				" vencido, ya han vencido, han vencido, ya se han vencido, ya está vencida, tienen el plazo vencido, ya tienen el plazo"
				" vencido, tienen la fecha vencida, tienen el pago vencido, tienen el vencimiento pasado, con fecha de pago pasada, con la"
				" fecha de pago pasada, con vencimiento superado, con el vencimiento superado, con vencimiento pasado, con fecha de"
				" vencimiento"
				" pasada, con la fecha de vencimiento pasada, con fecha de pago vencida, fuera de término, pasadas del vencimiento, que"
				" pasaron su vencimiento, que pasaron su fecha de vencimiento,"
				" cuyo vencimiento ya pasó, cuya fecha de vencimiento ya pasó, con vencimiento ya pasado, cuyo plazo venció, cuyo plazo ya"
				" venció, en estado de mora, con mora, con días de atraso,"
				" con días vencidos, ya pasaron su fecha de vencimiento, ya pasaron de su fecha de vencimiento, se pasaron del plazo, pasadas"
				" de plazo, con pagos vencidos, con el pago en"
				" retraso, que deberían estar pagadas, que ya deberían haber pagado, que ya tendrían que haber pagado, ya deberían estar"
				" pagadas, ya deberían haberse pagado, ya caducadas, overdue"
			),
			*_in_forms("vencido, atrasado, retrasado"),
			*exactly(
				"en mora, con retraso, con atraso, fuera de plazo, fuera de fecha, con demora, en retraso, pasadas de fecha, pasados de"
				" fecha, pasada de fecha,"
				" pasadas de vencimiento, ya vencieron, ya se vencieron, ya se les pasó la fecha, en morosidad, con el plazo vencido, con"
				" plazo vencido, con fecha"
				" vencida, con la fecha vencida, con el pago vencido, con pago vencido, con el pago atrasado, con pago atrasado, con pagos atrasados"
			),
			*_in_forms("demorado, moroso"),
			*(
				f"{word} {what}"
				for word in _in_forms("atrasado, retrasado, demorado, vencido")
				for what in ("en el pago", "en pago", "en su pago", "de pago")
			),
			*exactly_each(_IN_STATE, "vencido, vencida, atrasado, atrasada, retrasado"),
		),
		"expired": (
			*_in_forms("vencido, caducado, expirado"),
			*exactly(
				"han caducado, ya han caducado, caducaron, ya caducaron, caducó, ha caducado, han expirado, ya han expirado, expiraron, ya"
				" expiraron, ha expirado, expiró, fuera de vigencia, sin vigencia, ya no vigentes, ya no son válidos, ya no son válidas, ya no"
				" están vigentes, ya no están en vigor, que ya no son válidos, que ya no son válidas, con validez vencida, con la validez"
				" vencida, cuya validez ya pasó, cuya validez ha terminado, cuya validez terminó, cuya validez ya ha terminado, cuya validez"
				" venció, pasados de fecha, pasadas de fecha, que han caducado, que ya han caducado, que caducaron, que ya caducaron"
			),
		),
		"valid": (
			*_in_forms("válido"),
			*exactly(
				"vigente, vigentes, en vigor, en vigencia, aún válidos, aún válidas, todavía válidos, todavía válidas, sin caducar, no caducados,"
				" no caducadas, no vencidos, no expirados, aún no caducados, todavía no caducados, todavía en vigor, aún en vigor, siguen"
				" siendo válidos, siguen siendo válidas, siguen vigentes, que siguen vigentes, siguen en vigor, están vigentes, no han"
				" caducado, aún no han caducado, todavía no han caducado, no han vencido todavía"
			),
		),
		"female": exactly("femenino, femenina, femeninos, femeninas"),
		"male": exactly("masculino, masculina, masculinos, masculinas"),
		"paid": (
			*_in_forms("pagado, cobrado, saldado, liquidado, abonado"),
			*exactly_each(_IN_STATE, "pagado, pagada, cobrado"),
			*exactly(
				"ya nos pagaron, ya nos han pagado, nos han pagado, ya cobramos, hemos cobrado, ya hemos cobrado"
			),
		),
		"partly paid": (
			*each("parcialmente, en parte", _in_forms("pagado, cobrado, abonado, liquidado")),
			*each(_in_forms("pagado, cobrado, abonado, liquidado"), "parcialmente, en parte"),
			*phrases("con pago parcial, con un pago parcial, con pagos parciales, con un pago a cuenta"),
		),
		"frozen": _in_forms("congelado"),
		"not paid": (
			*_in_forms("impagado, impago, adeudado, no pagado, no cobrado"),
			*exactly_each(
				_PENDING,
				"pago, cobro, pagar, cobrar, liquidar, cobranza, abono, abonar, saldar, ser pagadas, ser pagada, ser cobradas, que nos paguen",
			),
			*exactly_each(
				"falta, faltan, falta por, faltan por, nos falta, nos faltan, nos falta por, nos faltan por, queda por, quedan por",
				"cobrar",
			),
			*exactly_each(_NO, "cobramos, cobró, pagaron, pagó, pagan, pagaron todavía"),
			*exactly_each(_IN_STATE, "impagado, impagada, impago, no pagado, no pagada"),
			*exactly_each(
				"nos deben, nos adeudan, deben", "los clientes, nuestros clientes, todos los clientes"
			),
			*exactly(
				"nos debe, nos deben, nos adeuda, nos adeudan, que nos debe, que nos deben, que nos adeuda, que nos adeudan"
			),
			*exactly_each(
				"el cliente, los clientes, nuestros clientes, los clientes aún, los clientes todavía, el cliente todavía, el cliente aún, los"
				" clientes ya",
				"no ha pagado, no han pagado, sigue sin pagar, siguen sin pagar, no nos han pagado, no nos ha pagado, no terminaron de pagar,"
				" no han terminado de pagar, no pagaron, no pagan,"
				" no nos pagaron, nos deben, aún no pagan, todavía no pagan, aún nos deben, todavía nos deben, todavía no han pagado, aún no"
				" han pagado, tienen pendientes, tienen pendientes de pago",
			),
			*exactly_each(
				_NO,
				"terminaron de pagar, han terminado de pagar, acabaron de pagar, se han terminado de pagar, se han pagado del todo, están"
				" pagadas del todo, se han cobrado, se cobran, se cobraron, se ha cobrado,"
				" nos han pagado, nos pagaron, nos pagan, han sido pagadas, han sido cobradas, fueron pagadas, hemos cobrado, se han liquidado,"
				" se liquidaron, se han saldado",
			),
			*exactly_each(
				"siguen, sigue, quedan, continúan, están, quedaron",
				"sin pagar, sin cobrar, sin pagarse, sin cobrarse, por cobrar, pendientes de pago, pendientes de cobro, sin liquidar,"
				" impagas, impagadas",
			),
			*exactly(
				"pendientes de que paguen, pendientes de que las paguen, de que las paguen, pendientes todavía de que las paguen, pendientes"
				" de que nos la paguen, y no han pagado, y no ha pagado, y aún no han pagado, y todavía no han pagado, y no las han pagado, y"
				" no la han pagado, y no las ha pagado, y no pagaron, con algo pendiente, con saldo distinto de cero, con saldo mayor a cero,"
				" con saldo mayor que cero, pendientes de que nos paguen, pendientes de que nos las paguen, que falta que nos paguen,"
				" falta que nos paguen, nos faltan que paguen, que falta que paguen, unpaid, sin terminar de pagar, sin terminar de cobrar,"
				" pendientes por pago, pendientes por cobro, pendientes de cobrarse"
			),
			*exactly("con pago pendiente, con pagos pendientes, con el pago pendiente, con cobro pendiente"),
			# Not “por pagar”: that is said of what one owes oneself.
			*exactly(
				"sin pagar, sin cobrar, sin liquidar, por cobrar, sin abonar, sin saldar, sin pago, sin cobro, por liquidar, sin pagarse, sin"
				" cobrarse"
			),
		),
		"unassigned": exactly(
			"sin asignar, sin asignación, sin responsable, sin nadie asignado, no asignado, no asignada, no asignados, no asignadas, que no están"
			" asignados, que no están asignadas, sin asignarse, que nadie tiene asignada, que nadie tiene asignadas, que nadie lleva, por asignar,"
			" pendientes de asignar"
		),
		"delivered": (
			*_in_forms("entregado, enviado, despachado, servido"),
			*exactly("ya entregamos, ya enviamos, ya despachamos, ya servimos"),
		),
		"not delivered": (
			*exactly(
				"no se entregan, aún no se entregan, todavía no se entregan, sin entregarse, no se han entregado por completo, sin entregar"
				" por completo"
			),
			*_in_forms("no entregado, no enviado, no despachado, no servido"),
			*exactly_each(f"{_NOT_YET}, nos falta, nos faltan, para, a", _DELIVER),
			*exactly_each(
				_NO,
				"hayan salido, han salido, salieron, salen, se han entregado, se entregaron, se han enviado, se enviaron, se despacharon, se"
				" han despachado, fueron entregados, fueron entregadas, fueron"
				" enviados, fueron enviadas, fueron despachados, fueron despachadas, han sido entregados, han sido entregadas, han sido"
				" enviados, han sido enviadas, han sido despachados, han sido despachadas,"
				" hayan sido entregados, hayan sido entregadas, se hayan entregado, se hayan enviado, se hayan despachado, se han servido,"
				" hemos terminado de entregar, terminamos de entregar, se surten, se han surtido,"
				" hemos surtido, surtimos, se terminan de entregar, se han terminado de entregar, están entregados del todo, están entregadas"
				" del todo, han llegado al cliente, le han llegado al cliente, se le"
				" han entregado al cliente, se les han entregado, hemos entregado del todo, hemos entregado por completo, se han entregado"
				" del todo, se han entregado completos, se han entregado completas",
			),
			*exactly_each(
				f"{_NOT_YET}, nos falta, nos faltan, para, a",
				"surtir, remitir, mandar, suministrar, salir, repartir",
			),
			*exactly(
				"pendientes de ser entregados, pendientes de ser entregadas, sin despachar del todo, sin entregar del todo, sin entregar"
				" completamente, pendientes de surtir, pendientes de salir,"
				" pendientes de suministro, pendientes de remitir, no entregados del todo, no entregadas del todo, no entregados por"
				" completo, no entregadas por completo,"
				" todavía sin salir, por mandar, por surtir, me faltan por enviar, me falta por enviar, me faltan por entregar, me falta"
				" entregar, me faltan entregar"
			),
			*exactly("sin entregarse, sin enviarse, sin entrega, sin despacho, sin servirse, por salir"),
			*exactly_each(
				_NO,
				"entregamos, enviamos, despachamos, servimos, mandamos, entregaron, enviaron, despacharon, entregó, hemos entregado, hemos"
				" enviado, hemos despachado,"
				" hemos servido, hemos mandado",
			),
			*exactly_each(_PENDING, "entrega, envío, despacho"),
		),
		"billed": (*_in_forms("facturado"), *exactly("ya facturamos, que ya facturamos")),
		"not billed": (
			*_in_forms("no facturado"),
			*exactly_each(f"{_NOT_YET}, para, a", "facturar"),
			*exactly_each(_PENDING, "facturación, factura, ser facturados, ser facturadas"),
			*exactly_each(_NO, "facturamos, facturaron, facturó, hemos facturado"),
			*exactly("sin factura, sin facturarse, sin facturación"),
		),
		"received": (*_in_forms("recibido"), *_RECEIVED),
		"not received": (
			*_in_forms("no recibido"),
			*exactly_each(
				f"{_NOT_YET}, siguen sin, sigue sin, continúan sin, están sin",
				"recibir, recibirse, ser recibidos, llegarnos",
			),
			*exactly_each(_PENDING, "recepción, entrada, llegada, llegar, ingreso"),
			*exactly_each("por, sin, falta por, faltan por", "llegar"),
			*exactly_each(
				_NO,
				"recibimos, llegaron, llegó, llegan, llega, hemos recibido, han llegado, ha llegado, entregaron, entregó",
			),
		),
		"active": (
			*exactly(
				"en activo, trabajando, que están trabajando, están trabajando, siguen trabajando, que siguen trabajando, en plantilla, de"
				" plantilla, en nómina, están en"
				" plantilla, están en nómina, siguen en la empresa, que siguen en la empresa, que están en la empresa, están en la empresa,"
				" continúan en la empresa, laboran, que laboran, laborando,"
				" siguen de alta, están de alta, que están de alta, contratados actualmente, con contrato vigente, vigentes"
			),
			*exactly_each(_IN_STATE, "activo, activa, activos, activas, active"),
		),
		"resolved": _in_forms("resuelto, solucionado"),
		"replied": _in_forms("respondido, contestado"),
		"disabled": _in_forms("deshabilitado, desactivado, inactivo, inhabilitado"),
		"enabled": _in_forms("habilitado, activado, activo"),
		"below reorder level": (
			*exactly_each(
				_BELOW,
				"mínimo, stock mínimo, inventario mínimo, nivel mínimo, punto de pedido, punto de reorden, punto de reposición, nivel de"
				" pedido, nivel de reorden, nivel de reposición,"
				" nivel de reabastecimiento, mínimo de stock, mínimo de existencias, mínimo de inventario, nivel mínimo de stock, nivel"
				" mínimo de existencias, nivel mínimo de inventario,"
				" nivel mínimo de pedido, nivel mínimo de reorden, nivel mínimo de reposición, mínimo establecido, mínimo fijado, mínimo"
				" definido, mínimo permitido, punto de reabastecimiento,"
				" punto mínimo, umbral de reposición, umbral de pedido, nivel de alerta, stock de seguridad, punto de resurtido, nivel de"
				" resurtido, punto de recompra, punto de repedido, nivel de repedido,"
				" nivel de existencias mínimo, stock mínimo de reposición, punto de reaprovisionamiento, nivel de reaprovisionamiento",
			),
			*exactly_each(
				"con stock, con existencias, con inventario, con existencia, con el stock, con las existencias, con el inventario, cuyo stock"
				" está, cuyas existencias están, cuyo inventario está,"
				" con un stock, con niveles, tienen stock, que tienen stock, tienen existencias, que tienen existencias, porque están, porque"
				" ya están",
				"bajo, bajo el, bajo su, por debajo del, por debajo de su, debajo del, debajo de su, inferior al, inferiores al, menor al,"
				" menores al",
				"mínimo, nivel mínimo, stock mínimo, punto de reorden, nivel de reorden, punto de pedido, nivel de pedido, nivel mínimo de"
				" pedido, punto de reposición, nivel de reposición",
			),
			*exactly_each(_HAS_TO, _TO_REPLENISH),
			*exactly_each(
				"hay que, que hay que, toca, que toca, tenemos que, que tenemos que, necesitamos, que necesitamos, debemos, que debemos,"
				" deberíamos, hay ya que, nos toca, que nos toca",
				"volver a pedir, volver a comprar, pedir de nuevo, pedir otra vez, comprar de nuevo, reponer ya, reponer stock, reponer"
				" existencias, reponer inventario, reponer pronto",
			),
			*exactly_each(
				"porque están, porque ya están, están, ya están, que ya están",
				"bajo mínimos, por debajo de mínimos, bajos de stock, en mínimos",
			),
			*exactly(
				"bajo la existencia mínima, por debajo de la existencia mínima, bajo mínimos, por debajo de mínimos, por reponer"
			),
			*exactly(
				"con poco stock, con pocas existencias, con bajo stock, con stock bajo, por agotarse, con poca existencia, con poco"
				" inventario, con inventario bajo, bajo"
				" stock, stock bajo, bajos de stock, bajo de stock, bajos en stock, bajos de inventario, a punto de agotarse, que se están"
				" agotando, se están agotando, que se"
				" están acabando, se están acabando, por acabarse, que están por acabarse, a punto de acabarse, por"
				" reabastecer, por reordenar, para reponer, a reponer, con stock crítico, stock crítico, en stock crítico, con stock"
				" insuficiente, por debajo del stock de"
				" seguridad, bajo el stock de seguridad, con existencias bajas, en mínimos"
			),
		),
		"out of stock": exactly(
			"sin stock, sin existencias, sin existencia, sin inventario, fuera de stock, agotado, agotados, agotada, agotadas, no en stock,"
			" no tienen stock, no tienen"
			" existencias, que no tienen stock, que no tienen existencias, con stock cero, con stock 0, con existencia cero, con existencias"
			" en cero, en cero, stock en cero,"
			" con stock en cero, en quiebre de stock, en quiebre, en rotura de stock, con rotura de stock, no hay stock, no hay en stock, no"
			" hay existencias, no tenemos en stock,"
			" no tenemos stock, sin unidades, que se agotaron, que se acabaron, se agotaron, se acabaron"
		),
	},
	totals={
		"sales": (
			*exactly(
				"facturación a clientes, facturación de clientes, ventas netas totales, ventas totales netas, ventas totales"
			),
			*exactly(
				"ventas, ventas netas, total de ventas netas, facturación, ingresos, ingresos por ventas, volumen de ventas, volumen de"
				" negocio, cifra de ventas"
			),
			*exactly("cifra de negocio, cifra de negocios, importe de ventas, importe de las ventas"),
			*(
				*_in_forms("vendido"),
				*exactly("vendimos, vendemos, vendió, vendieron, facturado, facturamos, facturó"),
			),
			*exactly(
				"venta, venta neta, venta total, ventas totales, total de ventas, total ventas, cifra de facturación, volumen de facturación,"
				" importe facturado, monto"
				" facturado, total facturado, total vendido, importe vendido, monto vendido, monto de ventas, monto de las ventas, valor de"
				" ventas, valor de las ventas,"
				" facturaron, facturé, facturan, vendí, vende, venden, vendiste, facturaste, se vendió, se vendieron, se facturó, hemos"
				" vendido, hemos facturado, ha"
				" vendido, ha facturado, lo vendido, lo facturado, ingreso por ventas, cifra neta de ventas, importe neto de las ventas,"
				" importe neto de"
				" ventas, importe neto de la cifra de negocios, monto neto de ventas, monto neto de las ventas, valor neto de las ventas,"
				" total neto de ventas, total neto de las"
				" ventas, neto vendido, neto facturado, facturación neta, ingresos netos, ventas en neto, venta neta total"
			),
			*exactly_each(_REVENUE, _NET),
			# Behind the days, too: “ventas de junio sin IVA”.
			*exactly(_NET),
			*_words("neto neta netos netas"),
			# What customers buy is sold to them.
			*exactly(
				"nos compran, nos compra, nos compró, nos compraron, nos han comprado, nos ha comprado, compran, compraron, compró, les"
				" vendemos, le vendemos, les"
				" vendimos, le vendimos, nos llevan comprado, nos lleva comprado, llevamos vendido, llevamos facturado, vendido nada, hemos"
				" vendido nada, se vendió nada, se ha vendido nada, se han"
				" vendido, se vende, se venden, comprado nada, nos han comprado nada, nos ha comprado nada, compraron nada, nos compraron"
				" nada, compran nada, nos compran nada, facturado nada, hemos"
				" facturado nada, ha facturado nada, facturan, nos facturan, se facturaron, salida de ventas, vta, vtas, ventas acumuladas,"
				" ventas realizadas, ventas hechas, ventas registradas,"
				" ventas reales, importe neto vendido, importe neto facturado, monto neto vendido, monto neto facturado, monto total vendido,"
				" monto total facturado, importe total vendido,"
				" importe total facturado, total neto facturado, total neto vendido, valor vendido, valor facturado, cifra de ventas netas,"
				" volumen de facturación neta, facturación neta total,"
				" facturación total neta, facturación total, ingresos totales, ingresos netos totales, ingresos por facturación, ventas antes"
				" de impuestos, ventas libres de impuestos, ingresamos en ventas,"
				" ingresamos por ventas, hicimos en ventas, hicimos de ventas, se hizo en ventas, se hizo de ventas, entró por ventas,"
				" entraron por ventas, comercializado, se comercializó"
			),
		),
		"purchases": (
			*exactly("compras, volumen de compras, importe de compras, compramos, gastado, gastamos, gasto"),
			*_in_forms("comprado"),
			*exactly(
				"compras netas, compras totales, total de compras, total compras, monto de compras, monto de las compras, importe de las"
				" compras, valor de las compras, total"
				" comprado, monto comprado, importe comprado, les compramos, le compramos, hemos comprado, lo comprado, gasto en compras,"
				" gasto de compras, gasto total en"
				" compras, nos venden, nos vende, nos vendió, nos vendieron, nos han vendido, nos ha vendido, cifra de compras"
			),
			*exactly_each("compras, volumen de compras, importe de compras", _NET),
			*exactly(_NET),
			*_words("neto neta netos netas"),
		),
		"receivable": (
			*exactly(
				"saldo pendiente, monto pendiente, importe pendiente, saldos pendientes, montos pendientes, importes pendientes"
			),
			*exactly(
				"saldo por cobrar, saldo deudor, saldo vivo, saldo pendiente de cobro, importe pendiente de cobro, total por cobrar, total"
				" pendiente de cobro"
			),
			*exactly(
				"cuentas por cobrar, cuentas a cobrar, nos debe, nos deben, nos adeuda, nos adeudan, adeuda, adeudan"
			),
			*exactly_each("cuánto, cuánto dinero, lo que", "debe, deben"),
			*exactly("deuda de, deuda del, deudas de"),
			*exactly(
				"deuda, deudas, deuda total, deuda pendiente, deuda total de, deuda pendiente de, deuda de clientes, deuda de los clientes,"
				" deuda de nuestros clientes, deudas"
				" de clientes, deudas de los clientes, saldo, saldos, saldo total, saldo total por cobrar, saldo adeudado, saldo impago,"
				" saldo de clientes, saldo de los clientes,"
				" saldos de clientes, total adeudado, monto adeudado, importe adeudado, lo adeudado, lo que nos adeudan, lo que nos deben, lo"
				" que nos debe, total que nos deben, dinero"
				" que nos deben, plata que nos deben, cuánta plata nos deben, cuánto dinero nos deben"
			),
			*exactly(
				"cartera, cartera por cobrar, cartera pendiente, cartera pendiente de cobro, cartera de cobro, cxc, c x c, cuentas"
				" corrientes, total cuentas por cobrar, total de"
				" cuentas por cobrar, monto por cobrar, montos por cobrar, importe por cobrar, importes por cobrar, dinero por cobrar, dinero"
				" pendiente de cobro, monto pendiente de"
				" cobro, montos pendientes de cobro, importes pendientes de cobro, lo pendiente de cobro, lo pendiente de cobrar, lo que está"
				" pendiente de cobro, lo que está por"
				" cobrar, lo que falta por cobrar, lo que falta cobrar, lo que queda por cobrar, falta por cobrar, falta cobrar, queda por"
				" cobrar, nos falta cobrar, nos falta por"
				" cobrar, nos queda por cobrar, tenemos por cobrar, tenemos pendiente de cobro, tenemos pendiente de cobrar, está pendiente"
				" de cobro, pendiente por cobrar, total"
				" pendiente por cobrar, deudores por ventas, deuda por cobrar, me debe, me deben, nos está debiendo, nos están debiendo"
			),
			*exactly_each(
				"importe, monto, saldo, total, importe total, monto total, saldo total, suma, suma total, valor, valor total, total general,"
				" suma de importes, total de saldos",
				"pendiente de cobro, pendiente de cobrar, pendiente por cobrar, por cobrar, a cobrar, sin cobrar, adeudado, que nos debe, que"
				" nos deben, que nos adeuda, que nos adeudan, que debe, que"
				" deben, que nos falta cobrar, que nos falta por cobrar, que falta por cobrar, que falta cobrar, que tenemos por cobrar, que"
				" queda por cobrar, que nos queda por cobrar, pendiente de los clientes,"
				" pendiente de clientes, pendiente que tiene, pendiente que mantiene",
			),
			*exactly_each(
				"nos falta, nos falta por, falta, falta por, nos queda por, queda por, tenemos que, tenemos por, hay que, nos faltaría por,"
				" nos faltaría, hay por, quedaría por",
				"cobrarle, cobrarle a, cobrarles, cobrarles a, cobrar a, cobrar de, cobrar, recaudar, recuperar de, recuperar",
			),
			*exactly_each(
				"le queda, le falta, les queda, les falta, tiene, tienen, le resta, le quedaría",
				"por pagar, por pagar a, por pagarnos, por pagarnos a, pagarnos, pagarnos a, pendiente de pagarnos, pendiente por pagarnos,"
				" pendiente con nosotros, por liquidar, por liquidar a, por abonar",
			),
			*exactly_each(
				"deuda total, deuda, deuda pendiente, deuda viva, saldo total, saldo pendiente, importe pendiente, total pendiente, cartera"
				" total, deuda acumulada, saldo deudor, saldo deudor total",
				"de clientes, de los clientes, de nuestros clientes, de todos los clientes, con nosotros, de todos nuestros clientes, del"
				" cliente, que tiene, que mantiene, que tiene con nosotros",
			),
			*exactly(
				"nos está por pagar, nos tiene que pagar, nos tienen que pagar, tiene que pagarnos, tienen que pagarnos, nos tendría que"
				" pagar, nos falta por recibir de, nos tiene pendiente, tiene pendiente con nosotros, anda debiendo, nos anda debiendo, nos"
				" quedó a deber, nos quedó debiendo, queda debiendo, nos queda"
				" debiendo, sigue debiendo, nos sigue debiendo, siguen debiendo, nos siguen debiendo, debe todavía, debe aún, nos debe"
				" todavía, nos debe aún, nos deben todavía, nos deben aún, total por cobrar a clientes,"
				" total por cobrar de clientes, adeudo, adeudos, adeudo total, adeudo de, adeudos de, saldo adeudado por, deuda que tiene,"
				" deuda que mantiene, saldo que tiene, saldo que tiene pendiente, saldo que"
				" nos debe, saldo que debe, saldo en contra, saldo a favor nuestro, saldo a nuestro favor, todavía nos debe, todavía nos"
				" deben, aún nos debe, aún nos deben, todavía debe, aún debe, debiendo, lo que nos"
				" falta por cobrar, lo que nos falta cobrar, lo que tenemos por cobrar, lo que tenemos pendiente de cobro, lo que nos queda"
				" por cobrar, lo que está en la calle, en la calle, por cobrar en total, por cobrar a"
				" clientes, por cobrar de clientes, total en cuentas por cobrar, cuentas por cobrar a clientes, cuentas por cobrar de"
				" clientes, cuentas por cobrar totales, monto de cuentas por cobrar"
			),
			*exactly_each(
				"nos deben, nos adeudan, deben, adeudan, nos deben en total",
				"los clientes, nuestros clientes, todos los clientes, todos nuestros clientes",
			),
		),
		"payable": (
			*exactly(
				"le debemos, les debemos, cuánto debemos, cuánto le debemos, cuánto les debemos, que debemos"
			),
			*exactly(
				"adeudamos, le adeudamos, cuentas por pagar, cuentas a pagar, saldo por pagar, total por pagar, cuánto hay por pagar"
			),
			*exactly(
				"debemos a, le debemos a, les debemos a, debemos aún a, debemos todavía a, estamos debiendo, le estamos debiendo, les estamos"
				" debiendo, lo que debemos, lo que le"
				" debemos, lo que les debemos, deuda con, deudas con, deuda total con, nuestra deuda con, deuda a, saldo con, cxp, c x p,"
				" total de cuentas por pagar,"
				" monto por pagar, importe por pagar, dinero que debemos, plata que debemos, tenemos por pagar, se le debe, se les debe, se"
				" le debe a, se les debe a"
			),
			*exactly_each(
				"debemos, cuánto debemos, le debemos, les debemos, cuánto les debemos, adeudamos, deuda con, deudas con, cuentas por pagar,"
				" saldo por pagar, total por pagar,"
				" cuánto les debemos en total, cuánto debemos en total",
				"a proveedores, a los proveedores, a nuestros proveedores, a todos los proveedores, los proveedores, proveedores, nuestros"
				" proveedores, con proveedores",
			),
		),
		"projected stock": phrases(
			"cantidad proyectada, stock proyectado, existencias proyectadas, cantidad prevista"
		),
		"reserved stock": phrases("cantidad reservada, stock reservado, existencias reservadas"),
		"stock value": (
			*exactly_each(
				"valor de, valor del, valor total del, valor de nuestro, valor de todo el, valoración del",
				"stock, inventario, almacén",
			),
			*exactly(
				"valor en stock, valor en inventario, inventario en dinero, inventario en plata, valor de la existencia, valor de la"
				" mercancía, valor de la mercadería, valor total"
				" de las existencias, valor total de existencias, valor de nuestras existencias"
			),
			*exactly(
				"valor de las existencias, valor de existencias, inventario valorizado, inventario valorado"
			),
		),
		"stock": (
			*exactly(
				"stock, stocks, existencia, existencias, inventario, stock actual, inventario actual, existencias actuales"
			),
			*exactly_each(
				"en, cantidad en, unidades en", "stock, inventario, existencia, almacén, bodega, depósito"
			),
			*exactly("nivel de stock"),
			*exactly_each(
				"cuánto hay en, cuántas hay en, cuántos hay en, hay en, tenemos en, queda en, quedan en, disponible en, disponibles en",
				"stock, existencia, inventario, existencias",
			),
			*exactly_each("disponibilidad, disponibilidad en, disponible en", _STOREROOM),
			*exactly(
				"stock disponible, stock total, stock físico, stock real, existencia actual, existencia disponible, existencias disponibles,"
				" existencia total, existencias totales,"
				" inventario disponible, inventario total, cantidad disponible, cantidad en existencia, cantidad en existencias, cantidad en"
				" mano, unidades disponibles, unidades en"
				" existencia, piezas en stock, piezas en existencia, piezas en inventario, piezas disponibles, disponible, disponibles,"
				" disponibilidad, disponibilidad de, nivel de"
				" inventario, nivel de existencias, niveles de stock, niveles de inventario, saldo de stock, saldo en stock, saldo de"
				" inventario, a mano, queda, quedan, nos queda, nos"
				" quedan, queda de, quedan de, nos queda de, nos quedan de, quedaron, hay de, tenemos de, hay disponible, hay disponibles,"
				" tenemos disponible, tenemos disponibles,"
				" stock de, stock del, existencias de, existencias del, existencia de, existencia del, inventario de, inventario del"
			),
		),
	},
	date_fields={
		"birthday": exactly("cumpleaños, cumple años, cumplen años, cumple, cumplen"),
		"born": (*_in_forms("nacido"), *exactly("nació, nacieron, que nacieron, fecha de nacimiento")),
		"due": (
			*exactly(
				"vence, vencen, vencer, venza, venzan, vencían, vencerán, vencieron, venció, por vencer, a vencer"
			),
			*exactly(
				"vencimiento, vencimientos, fecha de vencimiento, con vencimiento, con fecha de vencimiento, cuyo vencimiento es, cuyo"
				" vencimiento sea"
			),
			*exactly(
				"vto, vtos, vcto, fecha vto, fecha de vto, con vto, f. vto, con vcto, fecha límite de pago, tenían que pagarse, tenía que"
				" pagarse, debían pagarse, debía pagarse, debían"
				" ser pagadas, tenían que ser pagadas, tenían que estar pagadas, debían estar pagadas, debían de estar pagadas, deberían"
				" estar pagadas, tendrían que estar pagadas, deberían haberse pagado, debieron pagarse, debieron haberse pagado, había que"
				" pagar, se debían pagar, que hay que pagar, hay que cobrar, que se tenían que pagar, tenían vencimiento, tenían"
				" fecha de vencimiento, tienen vencimiento, tienen fecha de vencimiento, cuyo vencimiento era, cuya fecha de vencimiento era,"
				" cuyo plazo vence, cuyo plazo vencía, cuyo vencimiento cae, con"
				" vencimientos, fecha límite, con fecha límite, fecha tope, con fecha tope, se vence, se vencen, que se vencen, que vencen,"
				" que vence, que venzan, con plazo, ya vencieron, que"
				" vencían, se vencían, próximas a vencer, próximos a vencer, cuya fecha de vencimiento es, cuya fecha de vencimiento sea"
			),
			*_in_forms("vencido"),
			*exactly_each(
				"deben, debe, deberían, debería, tienen que, tiene que, tendrían que, tendría que, hay que, han de",
				"acabar, acabarse, terminar, terminarse, finalizar, finalizarse, estar acabado, estar acabados, estar acabadas, estar terminado,"
				" estar terminados, estar terminada, estar terminadas, estar finalizados, estar listos, estar listas, concluir, completarse,"
				" estar hechas, estar completadas, estar completados, entregarse, estar entregados, pagarse, cobrarse",
			),
			*exactly(
				"termina, terminan, terminen, terminará, terminarán, acaba, acaban, acaben, acabará, acabarán, finaliza, finalizan, finalicen,"
				" finalizarán, concluyen, concluye, fecha de fin, fecha fin, fecha final, fecha de finalización, fecha de término, fecha prevista"
				" de fin, fecha prevista de finalización, fecha de cierre prevista, con fecha de fin, con fecha fin, con fecha de finalización,"
				" fin previsto, con fin previsto, con final previsto, cuyo plazo termina, cuyo plazo acaba, validez,"
				" cuya validez termina, cuya validez acaba, cuya validez vence, cuya validez expira, con validez, con validez hasta, válidos"
				" hasta, válidas hasta, válido hasta, válida hasta, deadline, con deadline, que toca pagar, que nos toca pagar"
			),
		),
		"created": (
			*_in_forms("creado, registrado, ingresado"),
			*exactly("se abrió, se abrieron, abrimos, se creó, se crearon, se registró, se registraron"),
			*exactly(
				"dado de alta, dada de alta, dados de alta, dadas de alta, que dimos de alta, dimos de alta, se dieron de alta, se dio de"
				" alta, hemos dado de alta, creamos, crearon, creó,"
				" registramos, registraron, registró, ingresamos, que abrieron, abrieron, abrió, fecha de creación, fecha de alta, fecha de"
				" registro, con fecha de alta, con fecha de"
				" creación, fecha de apertura"
			),
		),
		# A state besides, “abiertas”, where no days follow it.
		"opened": _in_forms("abierto"),
		"modified": (
			*_in_forms("modificado, actualizado, editado, cambiado"),
			*exactly(
				"última modificación, fecha de modificación, se modificaron, se modificó, se actualizaron, se cambiaron, última actualización"
			),
		),
		"delivery": (
			*exactly(
				"fecha de entrega, con entrega, entrega prevista, con entrega prevista, se entrega, se entregan"
			),
			*exactly_each(f"para, por, a, {_PENDING}", _DELIVER),
			*exactly_each(_PENDING, "entrega, envío, despacho, recepción, recibir"),
			*exactly(
				"por recibir, fecha prevista de entrega, fecha de entrega prevista, con fecha de entrega, fecha comprometida, con entrega"
				" programada, entrega programada"
			),
			*exactly(
				"a entregar, que se entregan, que se deben entregar, fecha de despacho, fecha de envío, con entrega para, con entrega en"
			),
		),
		"expires": (
			*exactly(
				"vence, vencen, venza, venzan, caduca, caducan, caduquen, expira, expiran, con caducidad, fecha de caducidad, caducarán, caducará,"
				" expiren, cuya validez termina, cuya validez acaba, cuya validez vence, cuya validez expira, termina su validez, pierden validez,"
				" válidos hasta, válidas hasta, con validez hasta, con fecha de caducidad, caducidad, validez, dejan de ser válidos, dejan de ser"
				" válidas"
			),
			*_in_forms("vencido, caducado, expirado"),
			*(f"{word} hasta" for word in _in_forms("válido")),
		),
		"joined": (
			*exactly("en la empresa, en la compañía, con nosotros, en plantilla, trabajando"),
			*_in_forms("contratado, incorporado"),
			*exactly(
				"ingresaron, contratamos, fecha de ingreso, ingresó, entraron, entró, se incorporaron, se incorporó, se unieron, se unió,"
				" empezaron, empezó, comenzaron, fecha de"
				" contratación, fecha de incorporación, fecha de alta, dados de alta, entraron a trabajar, empezaron a trabajar, se"
				" contrataron, se contrató, hemos contratado, que"
				" entraron, que ingresaron, que se incorporaron, se sumaron, que se unieron"
			),
		),
		"left": exactly(
			"dados de baja, renunciaron, se fueron, que se fueron, se marcharon, salieron, dejaron la empresa, que dejaron la empresa,"
			" causaron baja, se dieron de baja, dado de baja,"
			" dejaron de trabajar, abandonaron la empresa, fecha de baja, fecha de salida"
		),
	},
	labels={
		"Territory": phrases("país, región, zona"),
		"Item Group": phrases(
			"categoría, familia, familia de artículos, familia de productos, grupo de productos"
		),
		"Designation": phrases("puesto, cargo"),
		"Brand": phrases("fabricante"),
		"Has Batch No": phrases("gestión por lotes, por lotes, con lote"),
	},
	doctypes={
		"Contact": phrases("persona de contacto, interlocutor, interlocutora"),
		"Sales Invoice": phrases(
			"factura, factura de venta, factura de ventas, factura de cliente, factura de clientes, factura a cliente, factura a clientes,"
			" factura emitida, factura enviada, factura hecha a, factura realizada a, fra, fras, fact, factura de venta emitida, factura"
			" realizada, factura de venta realizada, factura expedida, fac,"
			" factura comercial, facturado en una sola factura, facturado en una factura, facturado en una única factura, facturamos en una"
			" sola factura, facturamos en una factura, facturada en una sola factura"
		),
		"Purchase Invoice": phrases(
			"factura, factura de compra, factura de compras, factura de proveedor, factura de proveedores, factura recibida,"
			" factura de gasto, factura de gastos, factura recibida de proveedor, factura recibida de proveedores, factura de acreedor,"
			" factura de acreedores,"
			" factura a proveedor, factura a proveedores"
		),
		"Sales Order": (
			# What was ordered are orders: “clientes que no han pedido nada”.
			*exactly(
				"pidieron, pidió, pidieron nada, pidió nada, pedido nada, nos pidieron, nos pidió, nos piden, nos pidieron nada, nos pidió"
				" nada, nos piden nada, piden nada, han pedido nada, ha pedido nada, nos han"
				" pedido nada, nos ha pedido nada, encargado nada, nos han encargado nada, ordenado nada, nos han ordenado nada, ordenaron"
				" nada, ordenaron, nos ordenaron, encargaron, nos encargaron, pedirnos, pedirnos nada,"
				" pedir nada, hecho ningún pedido, hacen ningún pedido, colocado ningún pedido"
			),
			*phrases(
				"pedido, orden, orden de venta, pedido de venta, pedido de cliente, pedido de clientes, orden de cliente, OV, orden de clientes,"
				" orden de ventas, pedido de ventas, pedido a clientes, pedido del cliente, nota de pedido, nota de venta, encargo, pedido"
				" realizado, orden realizada, orden de venta realizada, pedido de venta realizado, pedido recibido, pedido entrante, ord de"
				" venta,"
				" pedido de los clientes, pedido de nuestros clientes, orden del cliente, orden de los clientes, ped, peds"
			),
		),
		"Purchase Order": (
			*exactly(
				"pedimos nada, les pedimos nada, les hemos pedido nada, hemos pedido nada, pedido nada, encargamos nada, les encargamos nada,"
				" hemos encargado nada, les hemos encargado nada, hecho ningún pedido, comprado en órdenes de compra, comprado en pedidos,"
				" comprado en oc, gastado en órdenes de compra, comprometido en órdenes de compra, invertido en órdenes de compra"
			),
			*phrases(
				"pedido, orden, orden de compra, pedido de compra, pedido a proveedor, pedido a proveedores, orden a proveedor, OC,"
				" O/C, orden de compras, pedido de compras, orden a proveedores, orden de compra a proveedor, orden de compra a proveedores,"
				" pedido de compra a proveedores, O.C., pedido al proveedor, pedido del proveedor, pedido de proveedor, pedido de"
				" proveedores, orden de compra realizada, pedido de compra realizado,"
				" ord de compra, orden al proveedor, pedido a los proveedores, pedido a nuestros proveedores, orden de proveedor, orden de"
				" compra emitida, pedido de aprovisionamiento"
			),
		),
		"Delivery Note": phrases(
			"albarán, remito, remisión, entrega, nota de entrega, nota de remisión, guía de remisión, guía de despacho,"
			" albarán de entrega, albarán de venta, albarán de salida, remito a clientes, remito de venta, remisión de venta,"
			" remito de entrega, remito de salida, remito emitido, remito enviado, albarán emitido, albarán enviado, albarán de cliente,"
			" albarán de clientes, albarán a clientes, guía"
			" de entrega, vale de entrega, despacho, envío, salida de mercancía, salida de mercadería, comprobante de entrega, conduce,"
			" entrega realizada, entrega hecha, albarán realizado, remito realizado, albarán hecho, nota de remito, nota de despacho,"
			" remisión de salida, remisión emitida, guía de salida, boleta de entrega, orden de entrega, nota de envío"
		),
		"Purchase Receipt": phrases(
			"recibo de compra, recepción de compra, recepción de mercancía, recepción de mercadería, entrada de mercancía,"
			" entrada de mercadería, albarán de compra, albarán de proveedor, albarán de proveedores, albarán de entrada, albarán de"
			" recepción, albarán recibido,"
			" recepción, recepción de compras, recepción de material, recepción de materiales, recepción de productos, recepción de bienes,"
			" entrada de almacén, entrada de compra, ingreso de mercadería, ingreso de mercancía, remito de compra, remito de"
			" proveedor, remito de proveedores, recibo"
			" de mercancía, recibo de mercadería, nota de recepción, guía de recepción"
		),
		"Item Group": (
			"grupo de artículos",
			"grupo de productos",
			"familia",
			"familia de productos",
			"familia de artículos",
			*phrases(
				"categoría, categoría de producto, categoría de productos, categoría de artículo, categoría de artículos, rubro, línea de"
				" producto, línea de productos, tipo de"
				" producto, tipo de artículo, grupo de artículo, grupo de producto, familia de producto, familia de artículo, clase de"
				" producto, clase de artículo"
			),
		),
		"Customer Group": phrases(
			"grupo de cliente, grupo de clientes, categoría de cliente, categoría de clientes, segmento de clientes, segmento, categoría"
		),
		"Supplier Group": phrases(
			"grupo de proveedor, grupo de proveedores, categoría de proveedor, categoría de proveedores, categoría, rubro"
		),
		"Territory": phrases("territorio, zona, región, zona geográfica, zona de venta, zona de ventas"),
		"Issue Type": phrases("tipo, tipo de incidencia, tipo de ticket, tipo de caso"),
		"Issue Priority": ("urgencia",),
		"Department": phrases("departamento, área, sección"),
		"Designation": phrases("puesto, cargo, puesto de trabajo"),
		"Quotation": (
			*phrases(
				"propuesta, propuesta de venta, presupuesto de cliente, presupuesto de clientes, cotización de cliente, cotización de"
				" clientes, cotización del cliente, cotización realizada, presu, presupuesto realizado, presupuesto entregado"
			),
			*("cotización", "presupuesto", "oferta", "presupuesto a clientes", "presupuesto a cliente"),
			*("presupuesto de venta", "cotización a clientes", "cotización de venta"),
			*phrases(
				"cotización enviada, presupuesto enviado, oferta enviada, oferta presentada, cotización a cliente, cotización emitida,"
				" presupuesto emitido, presupuesto pasado, oferta"
				" comercial, oferta a cliente, oferta a clientes, oferta de venta, presupuesto de ventas, cotización de ventas, propuesta"
				" comercial, propuesta económica, coti"
			),
		),
		"Supplier Quotation": phrases(
			"cotización de proveedor, presupuesto de proveedor, oferta de proveedor, cotización de proveedores, presupuesto de proveedores,"
			" oferta de proveedores, cotización recibida"
		),
		"Item": phrases(
			"referencia, producto, artículo, ítem, item, sku, mercancía, mercadería, refacción, repuesto, material, artículo de inventario, artículo de"
			" stock, prod, prods"
		),
		"Item Price": phrases("precio, precio de artículo, precio de producto"),
		"Customer": phrases(
			"cte, ctes, cuenta de cliente, cliente, cartera de clientes, base de clientes, clientela"
		),
		"Supplier": phrases(
			"prov, provs, abastecedor, proveedor, proveedora, suplidor, acreedor, base de proveedores, cartera de proveedores"
		),
		"Issue": phrases(
			"tiket, tikets, tiket de soporte, tiquet de soporte, tiquet, caso de cliente, caso de clientes, ticket de cliente, ticket de"
			" clientes, reclamación, reclamaciones, incidencia técnica, incidencia reportada, petición de ayuda, solicitud de ayuda,"
			" caso reportado, problema reportado, problema de cliente, falla, falla reportada, reporte de soporte, reporte de incidencia,"
			" incidencia, incidente, ticket, ticket de soporte, caso de soporte, caso, problema, reclamo, queja, avería, reporte de falla,"
			" ticket de servicio, ticket de asistencia,"
			" solicitud de soporte, solicitud de asistencia, petición de soporte, caso de asistencia, caso de servicio, incidencia de"
			" soporte, incidencia de cliente, incidencia de"
			" clientes, reclamo de cliente, reclamo de clientes, tiquete, tique, tíquet"
		),
		"Task": phrases(
			"tarea, tareas, tarea del proyecto, tarea de proyecto, tarea de los proyectos, actividad del proyecto, actividad de proyecto,"
			" actividad de los proyectos, pendiente del proyecto, quehacer"
		),
		# The plural too, which a French stemmer and an English one make a “page” of.
		"Payment Entry": ("pago", "pagos", "comprobante de pago", "recibo de pago"),
		"Employee": (
			"=personal",
			"=gente",
			*phrases(
				"integrante del equipo, miembro de la plantilla, asalariado, operario, personal de la empresa, personal de planta, empleado,"
				" trabajador, colaborador, funcionario, miembro del personal, persona en plantilla, persona en nómina, persona contratada,"
				" persona empleada, persona del equipo, compañero de trabajo, miembro del equipo"
			),
			*exactly(
				"plantilla, la plantilla, plantilla total, plantilla de personal, dotación, dotación de personal, headcount, fuerza laboral, equipo"
				" humano"
			),
		),
		"ToDo": ("tarea", "tareas"),
		"Event": ("evento", "reunión", "cita", "junta"),
		"Communication": ("correo", "correo electrónico", "e-mail", "mail"),
		"BOM": ("lista de materiales", "escandallo"),
		"Warehouse": ("almacén", "bodega", "depósito"),
		"Lead": ("cliente potencial", "prospecto", "lead"),
		"Opportunity": (
			"oportunidad",
			"oportunidad de venta",
			"oportunidad de ventas",
			"oportunidad comercial",
			"oportunidad de negocio",
		),
		"Mode of Payment": (
			"medio de pago",
			"forma de pago",
			"método de pago",
			"modalidad de pago",
			"vía de pago",
		),
		"Material Request": phrases(
			"solicitud de material, requisición, requisición de material, solicitud de materiales, requisición de materiales, requerimiento"
			" de material, requerimiento de materiales,"
			" pedido de material, pedido de materiales, pedido interno"
		),
		"Work Order": ("orden de producción", "orden de fabricación", "orden de trabajo"),
		"Journal Entry": ("asiento", "asiento contable", "póliza contable"),
		"Stock Entry": (
			"movimiento de stock",
			"movimiento de inventario",
			"movimiento de almacén",
			"movimiento de existencias",
		),
		"Expense Claim": (
			"nota de gastos",
			"rendición de gastos",
			"reporte de gastos",
			"reembolso de gastos",
			"hoja de gastos",
		),
		"Leave Application": ("solicitud de vacaciones", "solicitud de permiso", "solicitud de licencia"),
	},
	kinds={
		"Sales Invoice": {
			"credit note": (
				*(
					"nota de crédito",
					"nota de abono",
					"factura de abono",
					"factura rectificativa",
					"abono a cliente",
				),
				*("abono a clientes", "nota de credito emitida", "nota de crédito a clientes"),
			),
			# “Clientes que no tienen nada vencido.”
			"overdue": exactly(
				"nada vencido, nada atrasado, nada en mora, nada retrasado, ni una factura vencida"
			),
			"not paid": phrases(
				"factura por cobrar, factura a cobrar, factura de venta por cobrar, factura de cliente por cobrar, factura de clientes por"
				" cobrar, factura viva, factura de venta viva, factura que no han pagado, factura que no ha pagado, factura que aún no han"
				" pagado, factura que todavía no han pagado,"
				" factura que aún no ha pagado, factura que todavía no ha pagado, factura que los clientes no han pagado"
			),
		},
		"Purchase Invoice": {
			"credit note": ("nota de débito",),
			"not paid": phrases(
				"factura por pagar, factura a pagar, factura de compra por pagar, factura de compra a pagar,"
				" factura de proveedor por pagar, factura de proveedores por pagar"
			),
		},
		"Payment Entry": {
			"received": exactly(
				"cobrado, lo cobrado, hemos cobrado, nos han pagado, nos ha pagado, nos pagó, nos pagaron, nos ingresaron, nos han ingresado, nos"
				" ha ingresado"
			)
			+ phrases(
				"cobro, pago recibido, cobro recibido, cobranza, pago de cliente, pago de clientes, pago de los clientes, pago de nuestros"
				" clientes, cobro de cliente, cobro de clientes,"
				" cobro a cliente, cobro a clientes, cobranza a clientes, recibo de cobro, recibo de cobranza, pago entrante"
			)
		},
		"Item": {
			"below reorder level": each(
				"producto, artículo, ítem, material, refacción, repuesto, referencia",
				"que hay que, que tenemos que, que toca, que debemos, que necesitamos, hay que, tenemos que, toca, por, que falta, que faltan, que falta por, que"
				" faltan por",
				"pedir, comprar, encargar",
			)
		},
		"Sales Order": {
			"open": phrases(
				"pedido activo, orden activa, orden de venta activa, pedido de venta activo, pedido de cliente activo, pedido de clientes"
				" activo, pedido vigente, orden vigente, pedido en proceso, orden en proceso"
			)
		},
		"Purchase Order": {
			"open": phrases(
				"orden de compra activa, pedido de compra activo, orden de compra vigente, orden de compra en proceso, pedido a proveedor"
				" activo, pedido a proveedores activo, compra abierta, compra en curso"
			)
		},
		"Quotation": {
			"open": phrases(
				"cotización activa, cotización viva, presupuesto vivo, presupuesto activo, oferta viva, oferta activa"
			)
		},
		"Issue": {"open": phrases("ticket activo, incidencia activa, caso activo")},
		"Employee": {
			"female": exactly(
				"mujer, mujeres, empleada, empleadas, trabajadora, trabajadoras, colaboradora, colaboradoras, compañera, compañeras, señoras,"
				" chicas, personal femenino, plantilla femenina, personal de sexo femenino, empleados mujeres, empleadas mujeres, mujeres"
				" empleadas, mujeres trabajadoras, mujeres en plantilla, mujeres en la plantilla, mujeres en la empresa, mujeres en el equipo"
			),
			"male": exactly(
				"hombre, hombres, varón, varones, señores, chicos, personal masculino, plantilla masculina, empleados hombres, empleados varones,"
				" hombres empleados, hombres en plantilla, hombres en la plantilla, hombres en la empresa, hombres en el equipo"
			),
			"active": (
				*exactly_each(
					"trabajan, trabaja, que trabajan, que trabaja, laboran, que laboran, siguen trabajando, que siguen trabajando, está"
					" trabajando, están trabajando",
					"aquí, actualmente, con nosotros, en la empresa, actualmente en la empresa, hoy en la empresa, en nuestra empresa, en la"
					" compañía, hoy, ahora mismo, actualmente con nosotros, en la"
					" organización, actualmente aquí, aquí actualmente, hoy día, ahora en la empresa",
				),
				*exactly_each(
					"están, está, siguen, hay, tenemos",
					"en plantilla, en nómina, actualmente en plantilla, en la plantilla, actualmente en nómina",
				),
				*phrases(
					"plantilla actual, plantilla activa, personal actual, empleado actual, empleado vigente, trabajador actual, personal vigente"
				),
			),
		},
		"Project": {"open": ("proyecto en curso", "proyecto en marcha", "proyecto activo", "proyecto vivo")},
		# “Hechas” alone says of orders that they were placed.
		"Task": {
			"completed": ("tarea hecha", "tarea ya hecha", "tarea realizada"),
			"not completed": phrases(
				"tarea sin hacer, tarea por hacer, tarea que falta por hacer, tarea que queda por hacer, tarea que está por hacer, tarea aún"
				" por hacer, tarea todavía sin hacer"
			),
		},
		"Item Price": {
			"for buying": phrases(
				"precio al que compramos, precio al que lo compramos, precio al que la compramos, coste de compra, costo de compra, precio de"
				" adquisición, cuánto nos cuestan, cuánto pagamos por, a qué precio nos venden, precio de compras, tarifa de compra,"
				" precio de compra, precio de costo, precio de coste, precio de proveedor, precio del proveedor, cuánto nos cuesta, a cuánto"
				" nos sale, a cómo nos sale, a cuánto compramos, a cómo"
				" compramos, a qué precio compramos"
			),
			"for selling": (
				"precio al que vendemos",
				"precio al que lo vendemos",
				"precio al que la vendemos",
				"precio de ventas",
				"cuánto cobramos por",
				"cuánto pedimos por",
				"a cuánto vendemos",
				"a cómo vendemos",
				"a qué precio vendemos",
				"a cuánto se vende",
				"a cómo se vende",
				"a cómo damos",
				"a cuánto damos",
				"a cómo está",
				"a cuánto está",
				"a cómo sale",
				"a cuánto sale",
				"en cuánto vendemos",
				"en cuánto está",
				"en cuánto sale",
				"a cuánto se la vendemos",
				"cuánto cuesta",
				"cuánto sale",
				"a qué precio se vende",
				"precio al público",
				"precio de venta al público",
				"pvp",
				"precio para clientes",
				"precio para el cliente",
				"precio a clientes",
				"precio de tarifa",
				"tarifa de venta",
				"precio de venta",
				"precio de lista",
			),
		},
	},
	details={
		"Contact": phrases(
			"correo electrónico, dirección de correo, correo, e-mail, email, mail, escribir, teléfono, número de teléfono, móvil, celular,"
			" número de móvil, llamar, llamo, persona de contacto, contacto, contactar"
		),
		"Address": ("calle", "dirección postal", "código postal", "domicilio"),
	},
	participles={"ado": ("ada", "ados", "adas"), "ido": ("ida", "idos", "idas")},
	numbers={
		# Not “once”, which English readers take for a single time.
		**dict(
			enumerate(
				((word,) for word in "dos tres cuatro cinco seis siete ocho nueve diez".split()), start=2
			)
		),
		**{
			12: ("doce",),
			13: ("trece",),
			14: ("catorce",),
			15: ("quince",),
			20: ("veinte",),
			25: ("veinticinco",),
		},
		**{30: ("treinta",), 40: ("cuarenta",), 50: ("cincuenta",), 60: ("sesenta",), 90: ("noventa",)},
		**{100: ("cien",), 200: ("doscientos",), 500: ("quinientos",), 1000: ("mil",), 2000: ("dos mil",)},
		**{3000: ("tres mil",), 5000: ("cinco mil",), 10_000: ("diez mil",), 20_000: ("veinte mil",)},
		**{50_000: ("cincuenta mil",), 100_000: ("cien mil",), 1_000_000: ("un millón",)},
	},
	irregular={
		**{"alta": "alto", "altas": "alto", "altos": "alto"},
		# What the label of a field is called besides.
		**{"estatus": "estado", "situación": "estado", "situacion": "estado", "prio": "prioridad"},
	},
	heads="first",
	pronouns=("ellos", "ellas", "ello", "su", "sus"),
)
