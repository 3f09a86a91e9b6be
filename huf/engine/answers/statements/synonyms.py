"""Words of about one meaning, and words that say next to nothing, of English, German, French and Spanish.

They are general words of work, trade and offices. A group may only hold words of which one can stand for another in a sentence
without making it wrong; forms that a stemmer does not bring together stand beside each other.
"""

from functools import cache

from huf.engine.analysis.words import terms_of

_SAME = {
	"en": """
allow permit admit authorise authorize | buyer customer client purchaser | seller supplier vendor provider | staff employee worker personnel workforce colleague
company firm business enterprise organisation organization | submit hand file send forward lodge | terminate cancel quit end | obtain receive get gain given
begin start commence began begun open starting | finish end complete conclude expire stop over | notify inform tell report announce communicate advise
fee charge cost price rate | charge bill invoice | reimburse refund repay repaid paid pay | ship deliver send dispatch sent | bill invoice
approve authorise authorize consent approval permission | purchase buy bought | leave vacation holiday | replace exchange swap change substitute
prohibit forbid ban forbidden banned | repair fix mend | salary wage pay remuneration | lead head run manage chair led direct | keep store retain hold kept held preserve stay remain
responsible liable charge handle look | answer reply respond response reaction react | annual yearly year | month monthly | week weekly | day daily | check inspect examine verify test control review
discount rebate reduction deduct | carry bear cover pay borne assume paid | arrive come follow reach | miss lack missing absent fail | belong property own owner
notice terminate termination | resolve solve settle fix solution | increase rise grow raise grew rose risen growth climb up | decrease fall drop reduce decline fell fallen down lower cut sink
deadline due payable limit | record document note write register enter log written wrote | deputy substitute replacement represent stand proxy stand-in | insolvent bankrupt
meeting session | car vehicle | error fault failure defect breakdown malfunction | warranty guarantee | choose select pick chosen | confirm acknowledge
necessary required need mandatory compulsory obligatory must require have | prior advance beforehand ahead | instantly immediately once | part share portion | quantity amount number volume
item product article good | place location site | employ hire | phone telephone call | email e-mail mail | room space | open unlock | shut close closed | purpose aim
happen occur take | wear put carry | sum total | last run take | use apply operate | allocate assign | place put lay | show state indicate display give | contain include comprise hold
return send bring back give | postpone defer delay move | contact reach person | ask request apply require demand | drive driver travel trip journey | rent lease hire | tenant renter lessee | landlord lessor
set fix determine agree stipulate define | keep maintain service | maintenance service | clean cleaning wash | switch turn | train training course instruct | visit attend participate come part present attendance
lower smallest least minimum | highest largest most maximum | quick fast rapid | every each per | half fifty | twice double | free gratis | quarter quarterly | within inside | extra additional further more
store warehouse depot | decision decide resolve | reject refuse decline deny turn | accept take | person people individual | boss manager supervisor superior | headquarters seat | branch office subsidiary
name call known title | hold held take place | produce make manufacture made | come originate | expensive dear | cheap inexpensive low | elect vote choose election | finance accounting | goods merchandise cargo
arrange organise organize | prepare draw drawn | supply deliver provide | attach enclose | valid apply effect force | break pause rest | remove delete | appoint name | join enter | leave depart left | age old""",
	"de": """
tragen übernehmen zahlen bezahlen gezahlt trägt getragen übernommen aufkommen | senden schicken übermitteln versenden gesendet verschickt versandt verschicken | freigeben genehmigen zustimmen bewilligen genehmigt freigegeben bewilligt zugestimmt zustimmung genehmigung einwilligung freigabe
einreichen vorlegen abgeben eingereicht vorgelegt abgegeben vorliegen einzureichen vorzulegen abzugeben | wagen pkw fahrzeug auto | eigen privat | wechseln ändern tauschen austauschen ersetzen gewechselt getauscht ausgetauscht ersetzt wechsel austausch
steigen erhöhen wachsen gestiegen gewachsen stieg wuchs anstieg zunehmen zugenommen erhöht höher erhöhung | sinken fallen zurückgehen gesunken gefallen sank fiel zurückging zurückgegangen rückgang abnehmen abgenommen verringern gesenkt
nachliefern nachlieferung nachgeliefert | erstatten ersetzen erstattet zurückzahlen rückerstatten übernehmen übernommen ersetzt bezahlen bezahlt gezahlt zahlen | bestellen auftrag bestellung bestellt | frist termin zeitraum | störung fehler ausfall defekt
sitzung versammlung treffen besprechung | aufbewahren lagern behalten aufbewahrt gelagert lagerung aufbewahrung | vertreten vertretung vertritt vertreter | gemeldet meldung melden mitteilen mitgeteilt anzeigen informieren informiert benachrichtigen bescheid meldet anzuzeigen mitzuteilen bekanntgeben bekannt ankündigen
annehmen entgegennehmen angenommen entgegengenommen akzeptieren akzeptiert | erlaubt erlauben gestatten gestattet zulassen zugelassen zulässig dürfen darf | kündigen beenden gekündigt beendet kündigung beendigung | zahlen bezahlen entrichten begleichen bezahlt gezahlt zahlung
liefern zustellen versenden geliefert zugestellt lieferung zustellung ausliefern anliefern angeliefert | prüfen kontrollieren geprüft kontrolliert prüfung kontrolle überprüfen überprüft testen | urlaub ferien | leiten führen leitet führt leiter leitung geleitet vorsitz
mitarbeiter beschäftigte arbeitnehmer angestellte personal belegschaft kollegen mitarbeitende beschäftigten | kunde käufer auftraggeber besteller kunden | lieferant verkäufer auftragnehmer anbieter | firma unternehmen betrieb gesellschaft
beginnen starten anfangen begonnen beginnt anfang beginn start begann ab | enden aufhören abschließen endet ende ablaufen abgelaufen schluss läuft auslaufen | kosten preis gebühr entgelt kostet berechnet | rechnung abrechnung faktura | reparieren instandsetzen beheben behoben reparatur instandsetzung
gehalt lohn vergütung entgelt | verantwortlich zuständig verantwortung zuständigkeit kümmert | antworten reagieren antwort reaktion beantworten beantwortet rückmeldung | jährlich jahr jährliche | monatlich monat monatliche | wöchentlich woche | täglich tag
rabatt nachlass skonto abzug | fehlen ausstehen fehlt ausstehend fehlend offen | gehören eigentum gehört besitz eigentümer | fällig zahlbar | dokumentieren vermerken eintragen notieren festhalten vermerkt eingetragen notiert dokumentiert protokollieren erfassen erfasst
schriftlich brief schriftform | nötig notwendig erforderlich pflicht verpflichtend vorgeschrieben müssen muss benötigt braucht zwingend obligatorisch | verboten untersagt unzulässig | sofort unverzüglich umgehend | garantie gewährleistung | menge anzahl stückzahl zahl
ware artikel produkt erzeugnis waren | ort standort platz | telefon telefonisch anrufen | mail e-mail | raum zimmer saal | ausgeschlossen ausgenommen | stattfinden statt findet erfolgen abgehalten | tragen anziehen | gesamt summe gesamtsumme gesamtbetrag insgesamt | dauern dauert dauer laufzeit läuft gilt
verwenden benutzen nutzen einsetzen verwendet benutzt genutzt eingesetzt verwendung nutzung | zuordnen zuteilen zugeteilt | enthalten beinhalten umfassen umfasst enthält inbegriffen eingeschlossen | verschieben verlegen verschoben verlegt | ansprechpartner kontakt ansprechperson kontaktperson
beantragen antrag anfordern beantragt angefordert verlangen | reise fahrt dienstreise fahren | miete mieten | mieter pächter | vermieter | festlegen bestimmen vereinbaren festgelegt bestimmt vereinbart | warten wartung instandhaltung gewartet | reinigen säubern gereinigt reinigung
schulung kurs seminar lehrgang unterweisung training | teilnehmen besuchen anwesend teilgenommen teil nahmen teilnehmer | mindestens wenigstens minimum | höchstens maximal maximum | schnell rasch | doppelt zweifach | kostenlos gratis kostenfrei unentgeltlich
quartal vierteljahr | zusätzlich weitere extra außerdem neben | lager depot halle | beschließen entscheiden beschlossen entschieden beschluss entscheidung | ablehnen zurückweisen abgelehnt zurückgewiesen | person personen leute | vorgesetzte chef vorgesetzter | wahl wählen gewählt
herstellen produzieren hergestellt produziert fertigen | heißen name nennen | buchhaltung rechnungswesen finanzen | gültig gilt wirksam kraft | pause unterbrechung | verlassen gehen | halbjahr | übernachten übernachtung hotel nacht | haltbar haltbarkeit hält | öffnen geöffnet | ausland auslandsreise auslandsreisen | verfügbar verfügung bereit
bestehen besteht bleibt bleiben | abholen abgeholt | unterschreiben unterzeichnen unterschrieben unterzeichnet unterschrift | wählbar freiwillig | vorher zuvor vorab vorherige vorheriger | erhalten bekommen kriegen erhält bekommt gewährt""",
	"fr": """
séance réunion assemblée | envoyer expédier adresser transmettre envoi | valider approuver autoriser signer accord autorisation consentement validation approbation validé accepter | changer remplacer remplacement changement | garder conserver stocker conservation entreposer
augmenter hausse progresser croître monter augmentation hausse hausser | baisser reculer diminuer baisse recul diminution réduire réduit | supporter payer prendre charge assumer | signaler déclarer avertir informer prévenir aviser communiquer déclaration annoncer | délai échéance date
former formation cours stage | demander exiger requérir demande requis exigé | transmettre remettre soumettre présenter fournir déposer | facturer payer coûter facturé | rembourser restituer remboursement remboursé | résilier mettre fin résiliation terminer | livrer envoyer expédier livraison envoi
verser payer régler paiement versement règlement acquitter | diriger responsable gérer direction dirigé | congé vacances congés | acheter achat acquérir acquis | client acheteur clientèle | fournisseur vendeur prestataire | employé salarié personnel collaborateur travailleur | société entreprise firme maison
commencer débuter démarrer début commencement | finir terminer achever fin expirer prendre | prix coût tarif montant | facture | réparer réparation dépanner | salaire rémunération paie | répondre réponse réagir | annuel an année | mensuel mois | hebdomadaire semaine | quotidien jour
vérifier contrôler examiner inspecter tester contrôle vérification inspection | remise rabais réduction escompte ristourne | manquer absent manquant | appartenir propriété | noter inscrire consigner enregistrer inscription | remplaçant suppléant remplacer | voiture véhicule automobile | panne défaut erreur incident
garantie | choisir sélectionner retenir choisi retenu | nécessaire obligatoire requis falloir faut devoir doit obligation | interdit défendu interdire prohibé | immédiatement aussitôt tout | quantité nombre volume | article produit marchandise | lieu endroit site | téléphone appeler téléphonique | courriel mail électronique e-mail
salle pièce | inclus compris comprendre inclure comprend | exclu exclure excepté | avoir lieu tenir tiendra dérouler | porter mettre | durer durée | utiliser employer usage utilisation servir | reporter décaler | contact interlocuteur interlocutrice correspondant | voyage déplacement trajet | louer location loyer bail | locataire preneur | bailleur propriétaire
fixer convenir déterminer prévoir prévu | entretien maintenance entretenir | nettoyer nettoyage laver | participer assister présent participation venir | rapide vite | gratuit gratuitement | trimestre trimestriel | supplémentaire autre | entrepôt dépôt magasin | décider décision | refuser rejeter refus rejet refusé | personne gens | supérieur chef hiérarchique
élection élire élu | fabriquer produire fabrication | nommer appeler nom désigner | comptabilité finance | valable valide vigueur | partir quitter départ | arriver arrivée | couper débrancher éteindre coupé arrêter | courant alimentation électricité | permettre autoriser permis autorisé | recevoir obtenir percevoir toucher reçu
nuit nuitée | bruit sonore | sinistre dommage dégât | assuré couvert couvrir assurer | assureur assurance | devis offre | commander commande | ouvrir ouverture ouvert | fermer fermeture fermé | égal même | double deux | moitié demi | moins inférieur | plus supérieur | concerner porter""",
	"es": """
cubrir cubierto cubierta cubre cobertura | reducir bajar disminuir redujo bajaron descender reducción descenso bajada caer | aumentar subir crecer incrementar aumento subida crecimiento incremento | asumir pagar correr cargo abonar | enviar remitir mandar expedir envío enviado | aprobar autorizar firmar autorización consentimiento aprobación visto permiso
conservar guardar almacenar conservación mantener | exigir requerir necesitar pedir exige requiere | presentar entregar remitir | devolver reembolsar reintegrar devolución reembolso | cancelar rescindir resolver finalizar terminar rescisión cancelación baja | entregar enviar entrega suministrar suministro | pagar abonar pago abono liquidar pagan | cambiar sustituir reemplazar cambio sustitución
vacaciones descanso permiso | comunicar avisar notificar informar comunicación aviso anunciar notificación comunica | comprar adquirir compra | cliente comprador | proveedor vendedor suministrador | empleado trabajador personal plantilla | empresa compañía sociedad firma | empezar comenzar iniciar inicio comienzo empieza comienza | acabar terminar finalizar fin final concluir expirar vencer termina
precio coste costo tarifa importe cuesta | factura | reparar arreglar reparación | sueldo salario | dirigir responsable encargado encargar | responder contestar respuesta | anual año | mensual mes | semanal semana | diario día | revisar comprobar verificar examinar inspeccionar revisión inspección control comprobación | descuento rebaja bonificación
faltar ausente falta | pertenecer propiedad | anotar registrar apuntar inscribir registro | suplente sustituto | coche vehículo automóvil | avería fallo error defecto | garantía | elegir seleccionar escoger | necesario obligatorio preciso obligación obligado imprescindible deber debe hay | prohibido prohibir | inmediatamente enseguida | cantidad número volumen | artículo producto mercancía
lugar sitio ubicación | teléfono telefónico llamar | correo e-mail electrónico mail | sala habitación | incluir incluido comprendido comprender incluye | excluir excluido | celebrar realizar tener hacer impartir lugar realiza | llevar usar ponerse | durar duración dura | usar utilizar emplear uso | aplazar retrasar posponer | contacto interlocutor | viaje desplazamiento | alquilar alquiler renta arrendamiento | inquilino arrendatario
fijar acordar determinar establecer | mantenimiento | limpiar limpieza | formación curso capacitación | asistir participar acudir presente asistencia | rápido | gratis gratuito gratuitamente | trimestre trimestral | adicional otro más | almacén depósito | decidir decisión acordar | rechazar denegar rechazo | persona | jefe superior | elección elegir votar | fabricar producir fabricación | llamar nombre denominar
contabilidad finanzas | válido vigente vigor | salir marcharse salida | llegar llegada | solicitar pedir solicitud petición | recibir obtener percibir recibe cobrar | romper rotura roto | asegurado tomador | siniestro daño | aseguradora seguro | abrir abierto | cerrar cerrado cierre | mismo igual | doble dos | mitad medio | pasar acumular trasladar | permitido permitir poder puede autorizado""",
}
"""Groups of words by language; a bar or a new line ends one."""
_LIGHT = {
	"en": """
while when whether until since even mr mrs ms dr prof ltd limited inc llc corp plc gmbh ag kg ohg sarl sas sl sa bv first amount apply applied be become come cost get give given go have hold it last lie make made mean take taken total per time use used value set one two entitled entitle possible following according also way case
number euro euros eur usd dollar pound percent working therefore thus namely there this that these those which who whose still already then thereby among other including such any every whole themselves itself
arrange plan planned schedule scheduled belong locate located call name exactly alone must may can shall should need required allowed pay paid receive stand do does did done currently please well amounting long high only not no all every each both much many
provide found carry within responsible person people everyone anyone someone somebody something thing things kind type basis respective respectively remain stay concern regard relate least most minimum maximum later latest earlier around clock""",
	"de": """
gmbh ag kg ohg ltd inc hinein hinaus heraus raus sofern solange falls sobald wenn möchte möchten herr herrn frau dr prof ins zuerst erst beim dagegen hingegen beträgt betragen liegt liegen beläuft belaufen kostet kosten gilt gelten wird werden haben hat erhält erhalten bekommt bekommen muss müssen darf dürfen kann können bei laut zahlen zahlbar höhe insgesamt euro prozent
erfolgt erfolgen steht stehen sind ist gibt geben noch bereits schon dabei davon unter anderem andere braucht brauchen benötigt konnte konnten könnte vorgesehen geplant somit hierfür dafür wer wo sei nicht kein keine auch jeweils bzw sowie höchstens mindestens maximal maximum minimum spätestens frühestens
lässt lassen macht machen sollte soll sollen gehört gehen geht kommt kommen hält derzeit aktuell bitte dort daher deshalb also nämlich selbst eigen sowohl zwar dann danach wurde wurden war waren beide beiden lang verhältnis jemand uhr man pro je stück sich nur alle jeder jede jedes ganze rund uhr""",
	"fr": """
lorsque quand lorsqu même sarl sas sa gmbh ltd m mme mlle monsieur madame abord contre laquelle lequel montant coûte élève élèvent est sont être avoir doit doivent peut peuvent pouvoir reçoit dure euros euro encore déjà ainsi dont autre faut aura auront lieu car valeur prévu prévue peu tant comme auparavant celui celle ceux celles ci fait faire effectue effectuer
tout toute tous toutes chaque cela ça ensuite puis également aussi soit donc actuellement titre sujet bien moins plus tard tôt maximum minimum quant total somme nombre fois sera seront était étaient été ne pas aucun aucune jamais seulement uniquement trouve trouver situe agit s'agit partir compter on il elle""",
	"es": """
cuando mientras hizo sido demás sl sa gmbh ltd sr sra don doña primero por importe asciende cuesta cuestan es son está están ser tener tiene tienen debe deben puede pueden dura euro euros plazo aún todavía ya tanto como así hay haber sido hace hacer falta previsto prevista quien quienes otro otros mismo además
todo toda todos todas cada luego después entonces también sea fue fueron era eran actualmente total suma valor número vez veces máximo mínimo menos más tarde solo sólo solamente únicamente nunca ningún ninguna dicho dicha lleva encuentra trata tratar queda quedar cualquier realiza""",
}
"""Say nothing that a passage must have. What denies, allows, obliges or bounds is among them: it is compared apart."""


@cache
def meanings(term: str, language: str) -> frozenset[str]:
	"""The groups that a term, as :func:`~huf.engine.analysis.words.terms_of` makes it, belongs to."""
	return _groups(language).get(term, frozenset())


@cache
def is_light(term: str, language: str) -> bool:
	"""Whether a term says nothing that a passage must have."""
	return term in _light(language)


@cache
def _groups(language: str) -> dict[str, frozenset[str]]:
	found: dict[str, set[str]] = {}
	lines = _SAME.get(language, "").replace("\n", " | ").split(" | ")
	for number, line in enumerate(lines):
		for word in line.split():
			for term in terms_of(word, language)[:1]:
				found.setdefault(term, set()).add(f"~{number}")
	return {term: frozenset(groups) for term, groups in found.items()}


@cache
def _light(language: str) -> frozenset[str]:
	return frozenset(
		term for word in _LIGHT.get(language, "").split() for term in terms_of(word, language)[:1]
	)
