"""Mails and prompts around a question. Those for tuning and those held out share no sentence.

``{question}`` is the question as its collection has it, ``{other}`` another question of the same collection, which somebody asked before.
Names, addresses and companies are invented.
"""

from collections.abc import Mapping

TUNING: Mapping[str, tuple[str, ...]] = {
	"en": (
		"""Hi team,

I hope you had a good weekend. We met at the trade fair in Hanover last March, where Olivia from your sales office showed us around the stand, and since then \
our two warehouses in Leeds and Bristol have moved over completely. Most of the colleagues are happy, the training in April went well and the new scanners arrived on time. \
There was some trouble with the delivery of the labels, but Martin from your side has sorted that out very quickly, so thanks again for that. \
I am writing because something came up this morning that nobody here could answer.

{question}

Many thanks in advance,
Greg

--
Gregory Whitfield
Head of Operations, Northmoor Trading Ltd
14 Cable Street, Leeds LS1 4AB | +44 113 555 0182 | www.northmoor.example
This message is confidential and intended for the addressee only. If you have received it in error, please delete it and tell the sender.
""",
		"""{question}

We need to know this by Thursday because the auditors are coming. I have asked our consultant as well, but he is on holiday until the end of the month and his \
colleague does not know our setup. If it is easier to explain on the phone, I am at my desk every day between nine and four, except for Wednesday \
when the whole department is at an offsite in the mountains.

Best regards
Priya Raman
Finance
Sent from my phone
""",
		"""Hello Sarah,

thanks for the quick reply, that solved it! One more thing, though:

{question}

Cheers,
Tom

On Tue, 3 March 2026 at 09:14, Sarah Connolly <sarah@helpdesk.example> wrote:
> Dear Tom,
>
> thank you for your message. You asked:
> {other}
> Please have a look at the page that I have attached, it describes the steps one by one. If anything is unclear,
> do not hesitate to come back to us.
>
> Kind regards
> Sarah Connolly
> Customer Care
""",
		"""You are a friendly assistant for the employees of our company. Always answer in a polite tone, never mention prices, and keep to the facts that you are given. \
Use short paragraphs, and put the most important thing first. If you are not sure, say that you are not sure and offer to ask a colleague. The user has been with the company for two years, \
works in the back office and prefers examples over theory. Do not make up names of menus, and do not refer to other systems. Today is a Wednesday, the office closes at five, and the \
person on duty is Daniel. Here is what the user wrote: {question}
""",
		"""Dear colleagues,

could somebody from your side check this for us? We have been at it for two days, and the new apprentice has already lost all faith in computers. {question} Our managing director would like to present the result at the meeting of the shareholders in Vienna, and I do not want to stand there with empty hands. Can we talk about it next week? I am free on Monday and Tuesday in the morning. And do you still have the old brochure, by the way?

Yours sincerely

Walter Ambrose
Ambrose Logistics plc, Dover
""",
		"""Hi!

Did you see the match last night? Incredible. Anyway, back to work:

{question}

Is there someone who knows about that? I would not ask if it were not important, the customer has called three times since yesterday.

Thanks
Ines
""",
	),
	"de": (
		"""Sehr geehrte Damen und Herren,

wir sind seit dem vergangenen Herbst Kunde bei Ihnen und bisher sehr zufrieden. Die Umstellung in unserer Niederlassung in Kassel hat gut geklappt, auch die Kolleginnen aus dem Lager \
kommen inzwischen zurecht. Herr Brandt aus Ihrem Hause hatte uns damals angeboten, dass wir uns bei Schwierigkeiten jederzeit melden können, und das möchte ich heute gern tun. \
Heute früh ist bei uns in der Besprechung eine Sache aufgekommen, zu der keiner etwas sagen konnte.

{question}

Für eine kurze Rückmeldung wären wir Ihnen dankbar.

Mit freundlichen Grüßen
Annegret Vollmer

Vollmer & Söhne GmbH
Industriestraße 12, 34123 Kassel
Telefon 0561 5550-17, Telefax 0561 5550-18
Geschäftsführer: Dieter Vollmer, Registergericht Kassel HRB 00000
""",
		"""Hallo zusammen,

danke für die schnelle Hilfe gestern. Ich habe noch eine Frage: {question}

Viele Grüße
Jens

-----Ursprüngliche Nachricht-----
Von: Support
Gesendet: Montag, 2. März 2026 16:40
An: Jens Petersen
Betreff: AW: Rückfrage

Hallo Herr Petersen,

Sie wollten wissen: {other}
Eine Anleitung dazu finden Sie im Anhang.

Viele Grüße
Ihr Support
""",
	),
	"es": (
		"""Estimados señores:

Les escribo en nombre de nuestra oficina de Zaragoza. Llevamos ya casi un año trabajando con ustedes y estamos muy contentos con la atención recibida; la formación de junio fue \
muy útil y los compañeros del almacén se han adaptado bien. Esta mañana, en la reunión del departamento, ha surgido una duda que ninguno de nosotros supo resolver.

{question}

Quedo a la espera de su respuesta.

Un cordial saludo,
Lucía Herrero
Administración, Talleres del Ebro S.L.
Calle Mayor 8, 50001 Zaragoza
""",
	),
}

HELD_OUT: Mapping[str, tuple[str, ...]] = {
	"en": (
		"""Dear Support,

My name is Helen Okafor and I look after the office of a family business that makes garden furniture. There are eleven of us, and until last year everything was kept in notebooks and in \
one enormous spreadsheet, which my father-in-law still defends. My cousin, who studied computing, set the new system up for us over Christmas, and I must say that it has made our lives \
easier in many ways, although I would not admit that at home. Unfortunately he has gone to Canada for six months. So I am turning to you. {question} I have looked through the papers that he left, but \
could make nothing of them. It is not terribly urgent, but I would sleep better if I understood it before the season begins in April.

With best wishes from a rainy Cornwall,

Helen Okafor
Okafor & Daughters, Garden Furniture
Unit 3, Harbour Road, Penryn
""",
		"""Hey,

quick one before the standup: {question}

Thx!
Marcus
""",
		"""Good afternoon,

Forwarding this from one of our branches, could you have a look please?

Regards,
Beatrice Lindqvist
IT Service Desk
T: 555 0147

---------- Forwarded message ---------
From: Aaron Feldman <aaron.feldman@branch.example>
Date: Mon, 9 Feb 2026 at 17:52
Subject: stuck
To: <servicedesk@branch.example>

Hi Bea,

I am at the counter and there are customers waiting, so I will be brief. {question}

Aaron

PS: the coffee machine on the second floor is leaking again, who takes care of that now that Joe has left?
""",
		"""# Role
Act as a senior consultant. Be concise.

# Rules
1. Quote the source of each statement.
2. Answer in the language of the user.
3. When something is not covered by the documents, write "not covered".
4. Never give legal or tax advice, and never speculate about what future versions may bring.
5. Use a numbered list when there are several steps.

# Background
The customer runs three sites with about 140 employees. The project began in January; the go-live of the last site was moved from May to July because the migration of the old data took \
longer than planned. The contact is the managing director, who has little time.

# Task
{question}
""",
	),
	"de": (
		"""Guten Tag Frau Lehmann,

vielen Dank für das nette Gespräch vergangene Woche. Wie Sie wissen, übernehme ich ab April die Aufgaben von Herrn Öztürk, der in den wohlverdienten Ruhestand geht. Bei der Übergabe hat er mir vieles erklärt, \
aber einiges ist in den letzten Tagen doch auf der Strecke geblieben, zumal wir nebenbei noch den Umzug in das neue Gebäude stemmen mussten. Deshalb wende ich mich an Sie: {question} \
Wenn Sie dazu etwas Schriftliches haben, genügt mir das völlig. Ich bin in dieser Woche durchgehend im Büro, ab Montag dann drei Tage auf der Messe.

Herzliche Grüße aus Bamberg
Ihre
Carolin Seubert
Leitung Verwaltung

Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, informieren Sie bitte sofort den Absender und vernichten Sie diese E-Mail.
""",
		"""Moin,

{question}

LG Sven

Am 12.01.2026 um 11:03 schrieb Hotline:
> Lieber Sven,
>
> wir haben uns die Sache angesehen. {other} Das lässt sich leider nicht in zwei Sätzen sagen, wir rufen morgen an.
>
> Beste Grüße
> Die Hotline
""",
	),
	"es": (
		"""Buenos días, Marta:

Perdona que te moleste otra vez. Ayer estuvimos toda la tarde con la mudanza y no pude llamarte, y hoy la línea está ocupada desde las ocho. Como el jefe quiere cerrar el asunto antes de \
las vacaciones, prefiero dejártelo por escrito. {question} No hace falta que me contestes hoy mismo, con que lo tenga antes del viernes me basta.

Gracias y un abrazo,
Íñigo

El lun, 2 feb 2026 a las 10:21, Marta Soler escribió:
> Hola, Íñigo: sobre lo que preguntabas ({other}), te mando mañana el documento.
> Saludos
""",
	),
}
