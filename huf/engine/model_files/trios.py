"""Sentences in ten languages by which a model is tried, and how it is judged by them."""

from collections.abc import Sequence

from huf.engine.errors import ModelRefused

LEAST_COVERAGE = 0.3
"""From where on a model counts as reading a text."""
_LEAST_RIGHT = 0.6
"""Of the trios in languages that the model reads; by chance it is half."""

TRIOS = (
	(
		"How long does the delivery of a water pump take?",
		"The delivery time of the pump is three weeks.",
		"Employees have thirty days of paid holiday every year.",
	),
	(
		"Which invoices has the customer not paid?",
		"The customer has two unpaid invoices.",
		"The blue paint dries within six hours.",
	),
	(
		"Who approves the leave of an employee?",
		"Leave of employees is approved by their manager.",
		"The price of steel pipes went up in May.",
	),
	(
		"Wie lange dauert die Lieferung einer Pumpe?",
		"Die Lieferzeit der Pumpe beträgt drei Wochen.",
		"Alle Mitarbeiter haben dreißig Tage Urlaub im Jahr.",
	),
	(
		"Combien de temps prend la livraison de la pompe ?",
		"Le délai de livraison de la pompe est de trois semaines.",
		"Les employés ont trente jours de congé par an.",
	),
	(
		"¿Cuánto tarda la entrega de la bomba?",
		"El plazo de entrega de la bomba es de tres semanas.",
		"Los empleados tienen treinta días de vacaciones al año.",
	),
	(
		"Quanto tempo leva a entrega da bomba?",
		"O prazo de entrega da bomba é de três semanas.",
		"Os funcionários têm trinta dias de férias por ano.",
	),
	(
		"كم يستغرق تسليم المضخة؟",
		"مدة تسليم المضخة ثلاثة أسابيع.",
		"يحصل الموظفون على ثلاثين يوما من الإجازة.",
	),
	(
		"पंप की डिलीवरी में कितना समय लगता है?",
		"पंप की डिलीवरी तीन सप्ताह में होती है।",
		"कर्मचारियों को साल में तीस दिन की छुट्टी मिलती है।",
	),
	("水泵的交货期是多久?", "水泵的交货期为三周。", "员工每年有三十天带薪假期。"),
	(
		"ポンプの納期はどのくらいですか。",
		"ポンプの納期は三週間です。",
		"従業員には年に三十日の休暇があります。",
	),
	(
		"Сколько длится поставка насоса?",
		"Срок поставки насоса три недели.",
		"Сотрудники имеют тридцать дней отпуска в году.",
	),
)
"""A question, a text about the same, and one about something else."""


def judged(verdicts: Sequence[bool]) -> tuple[int, int]:
	"""How many trios a model was tried with, and how many it judged rightly.

	Args:
		verdicts: of each trio that it reads, whether the text about the same is nearer.

	Raises:
		ModelRefused: it reads none, or is wrong too often.
	"""
	right = sum(verdicts)
	if not verdicts:
		raise ModelRefused(
			"The model reads none of the ten languages that it was tried with. Choose one for the language of your texts."
		)
	if right < _LEAST_RIGHT * len(verdicts):
		raise ModelRefused(
			f"The model says in {len(verdicts) - right} of {len(verdicts)} trials that a text about something else is nearer than one about the same. Choose another model."
		)
	return len(verdicts), right
