"""How near huf's token estimate comes to the ``cl100k_base`` vocabulary, for several scripts and kinds of text.

The vocabulary is the file that LiteLLM carries, read by tiktoken; nothing is downloaded. The samples are short and
written for this table: they show the direction of the error for a script, not its second digit.
"""

import importlib.util
import os
from pathlib import Path

from benchmarks.measure import table
from huf.engine.tokens import count_tokens

SAMPLES = {
	"English": "A hotel room is paid up to ninety euros a night. Whoever books a dearer one asks the head of the department "
	"first and keeps the answer with the receipt, because the accountants look for both.",
	"German": "Die Prüfung der Krananlage muss jedes Jahr im März durch eine befähigte Person erfolgen. Über das Ergebnis "
	"wird ein Protokoll geführt, das mindestens fünf Jahre lang aufbewahrt werden muss.",
	"French": "Le remboursement des frais de déplacement se fait à la fin du mois. Les factures doivent être déposées avant "
	"le vingtième jour, sinon elles seront réglées le mois d’après.",
	"Spanish": "El almacén cierra los viernes a las tres de la tarde. Después de esa hora no se reciben mercancías, salvo "
	"que el encargado lo haya autorizado por escrito el día anterior.",
	"Turkish": "Yıllık izin isteği en az iki hafta önceden yöneticiye bildirilir. Onaylanan izinler takvime işlenir ve "
	"değişiklikler yalnızca karşılıklı anlaşmayla yapılır.",
	"Vietnamese": "Khách hàng có thể đổi hàng trong vòng ba mươi ngày kể từ khi mua. Sản phẩm phải còn nguyên bao bì và có "
	"hóa đơn kèm theo, nếu không cửa hàng sẽ từ chối.",
	"Greek": "Η εγγύηση του μηχανήματος ισχύει για δύο χρόνια από την ημέρα της αγοράς και καλύπτει όλα τα ανταλλακτικά.",
	"Russian": "Гарантия на оборудование действует два года со дня покупки. Она не покрывает детали, которые изнашиваются "
	"при обычной работе, например ремни и фильтры.",
	"Hebrew": "האחריות על המכונה תקפה למשך שנתיים מיום הקנייה ואינה מכסה חלקים שנשחקים בעבודה רגילה.",
	"Arabic": "يجب تقديم طلب الإجازة قبل أسبوعين على الأقل، ويوافق عليه المدير كتابة قبل أن تسجل في جدول القسم.",
	"Hindi": "यात्रा का खर्च महीने के अंत में चुकाया जाता है। सभी बिल बीस तारीख से पहले जमा करने होंगे।",
	"Thai": "ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวันนับจากวันที่ซื้อ โดยต้องมีใบเสร็จมาแสดงด้วย",
	"Chinese": "员工每年享有十五天带薪年假。申请须提前两周提交给部门主管，批准后方可休假，未使用的天数可以转到下一年。",
	"Japanese": "出張の費用は月末に精算されます。領収書は二十日までに経理部へ提出してください。遅れた場合は翌月の支払いになります。",
	"Korean": "제품은 구입한 날부터 삼십 일 안에 교환할 수 있습니다. 영수증과 원래의 포장이 있어야 합니다.",
	"Python": "def total(lines):\n\t'''Sum of price times quantity.'''\n\treturn sum(line.price * line.quantity for line in lines "
	"if not line.cancelled)\n",
	"JSON": '{"item": "SKU-00123", "rates": [{"currency": "EUR", "value": 12.5}, {"currency": "USD", "value": 13.75}]}',
	"part numbers": "BRG-04711-XL | 6205-2RS | 12 | 3.40 EUR\nVLV-00923-A2 | DN50 PN16 | 4 | 118.00 EUR\nHX-19004-M | 7/16-20 UNF | 250",
}


def exact_counter():
	"""tiktoken's encoding, with LiteLLM's copy of the vocabulary."""
	package = importlib.util.find_spec("litellm")
	if package is None or package.origin is None:
		raise SystemExit("LiteLLM is not installed; its copy of the vocabulary is needed.")
	os.environ["TIKTOKEN_CACHE_DIR"] = str(Path(package.origin).parent / "litellm_core_utils" / "tokenizers")
	import tiktoken

	return tiktoken.get_encoding("cl100k_base")


def main() -> None:
	"""Compare, and print a table."""
	encoding = exact_counter()
	rows = []
	for name, text in SAMPLES.items():
		exact, estimate = len(encoding.encode(text)), count_tokens(text)
		rows.append(
			[
				name,
				f"{estimate / exact:.2f}",
				f"{len(text) / 4 / exact:.2f}",
				estimate,
				exact,
				f"{len(text) / exact:.1f}",
			]
		)
	print(
		table(
			["text", "estimate ÷ exact", "characters/4 ÷ exact", "estimate", "exact", "characters a token"],
			rows,
		)
	)


if __name__ == "__main__":
	main()
