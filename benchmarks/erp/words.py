"""What the records of the made-up company are called and say. Nothing here stands for anybody real."""

KINDS_OF_ITEMS: tuple[tuple[str, str, str, tuple[str, ...], float], ...] = (
	# group, code, name, variants, price of the smallest
	("Pumps", "PMP", "Centrifugal pump", ("1.5 kW", "2.2 kW", "4 kW", "7.5 kW", "11 kW"), 640),
	("Pumps", "DSP", "Dosing pump", ("2 l/h", "6 l/h", "15 l/h", "40 l/h"), 310),
	("Pumps", "SUB", "Submersible pump", ("10 m", "25 m", "60 m", "120 m"), 480),
	("Valves", "BLV", "Ball valve", ("DN 15", "DN 25", "DN 40", "DN 50", "DN 80"), 28),
	("Valves", "GTV", "Gate valve", ("DN 50", "DN 80", "DN 100", "DN 150"), 96),
	("Valves", "CHV", "Check valve", ("DN 15", "DN 25", "DN 40", "DN 65"), 22),
	("Valves", "SOL", "Solenoid valve", ("24 V", "110 V", "230 V"), 74),
	("Pipes", "PIP", "Stainless steel pipe", ("DN 15", "DN 25", "DN 40", "DN 50"), 18),
	("Pipes", "HOS", "Suction hose", ("38 mm", "50 mm", "75 mm"), 12),
	("Pipes", "FLG", "Welding neck flange", ("DN 25", "DN 50", "DN 80", "DN 100"), 31),
	("Motors", "MTR", "Three-phase motor", ("0.75 kW", "1.5 kW", "3 kW", "5.5 kW"), 210),
	("Motors", "GRM", "Gear motor", ("10 rpm", "25 rpm", "60 rpm"), 265),
	("Motors", "FRQ", "Frequency inverter", ("1.5 kW", "4 kW", "11 kW"), 330),
	("Sensors", "PRS", "Pressure transmitter", ("0-6 bar", "0-16 bar", "0-40 bar"), 118),
	("Sensors", "FLW", "Flow meter", ("DN 25", "DN 50", "DN 80"), 420),
	("Sensors", "LVL", "Level switch", ("200 mm", "500 mm", "1000 mm"), 66),
	("Sensors", "TMP", "Temperature probe", ("Pt100", "Pt1000", "Type K"), 39),
	("Filters", "FLT", "Cartridge filter", ("5 micron", "10 micron", "50 micron"), 17),
	("Filters", "BAG", "Bag filter housing", ("size 1", "size 2"), 540),
	("Filters", "UVL", "UV lamp", ("40 W", "80 W", "150 W"), 89),
	("Seals", "GSK", "Flange gasket", ("DN 25", "DN 50", "DN 80", "DN 100"), 3),
	("Seals", "MSL", "Mechanical seal", ("22 mm", "28 mm", "35 mm"), 58),
	("Bearings", "BRG", "Deep groove ball bearing", ("6203", "6205", "6308", "6311"), 9),
	("Controls", "PLC", "Pump controller", ("1 channel", "2 channels", "4 channels"), 380),
	("Controls", "CBX", "Control cabinet", ("IP54", "IP65"), 890),
	("Consumables", "GRS", "Bearing grease", ("400 g", "1 kg", "5 kg"), 11),
	("Consumables", "CHL", "Dosing chlorine", ("10 l", "25 l"), 19),
)
"""Each variant comes in the materials or makes below until there are enough items."""

MAKES = ("Aquaris", "Norvik", "Tessmer", "Halden", "Orbeck")
MATERIALS = ("cast iron", "stainless steel 316", "bronze", "PVDF", "duplex steel")

PLACES = (
	("Dunmore", "Ireland"),
	("Kesten", "Germany"),
	("Almarin", "Spain"),
	("Veldhoek", "Netherlands"),
	("Borlinge", "Sweden"),
	("Castrovale", "Italy"),
	("Perwick", "United Kingdom"),
	("Ostrava Dol", "Czech Republic"),
	("Lindhafen", "Germany"),
	("Marquise-sur-Lys", "France"),
	("Tarnowsk", "Poland"),
	("Sillinge", "Denmark"),
	("Grünau", "Germany"),
	("Aldershaw", "United Kingdom"),
	("Montfalc", "Spain"),
)
TRADES = ("Waterworks", "Dairies", "Chemicals", "Breweries", "Shipyards", "Paper Mill", "Foods", "Irrigation")
SUPPLIER_TRADES = ("Castings", "Elastomers", "Electrics", "Bearings", "Packaging", "Instruments", "Steel")
STREETS = (
	"Harbour Road",
	"Mill Lane",
	"Industriestraße",
	"Station Street",
	"Quay",
	"Kanalweg",
	"Foundry Row",
)

FIRST_NAMES = (
	*(
		"Ada",
		"Bruno",
		"Clara",
		"Dmitri",
		"Elif",
		"Fergus",
		"Greta",
		"Hamid",
		"Ines",
		"Jonas",
		"Karin",
		"Liam",
		"Mara",
	),
	*(
		"Nils",
		"Olga",
		"Pavel",
		"Quentin",
		"Rosa",
		"Stefan",
		"Tilda",
		"Umar",
		"Vera",
		"Wilma",
		"Xenia",
		"Yusuf",
		"Zoe",
	),
)
LAST_NAMES = (
	*(
		"Abel",
		"Brandt",
		"Castell",
		"Dreyer",
		"Engel",
		"Farrow",
		"Gruber",
		"Hollis",
		"Ivarsen",
		"Jansen",
		"Keller",
	),
	*(
		"Lorenz",
		"Mulder",
		"Novak",
		"Oakes",
		"Pereira",
		"Quist",
		"Rademaker",
		"Sorel",
		"Tanner",
		"Ulrich",
		"Vasquez",
	),
)

COMPLAINTS: tuple[tuple[str, str, str], ...] = (
	# subject, what the customer writes, what is answered
	(
		"{item} leaks at the shaft",
		"Since we commissioned the {item} it loses about {n} ml of water an hour at the shaft. The seal was fitted on site.",
		"The seal ring was fitted the wrong way round. Please turn it so that the spring faces the impeller; a new ring is on its way.",
	),
	(
		"{item} trips the breaker",
		"When the {item} starts, the {n} A breaker trips. It ran for two weeks before.",
		"Measure the insulation against earth first. Below 1 megohm the winding is damp and has to be dried before the next start.",
	),
	(
		"Wrong {item} delivered",
		"We ordered {n} pieces of {item} and got another size. The pallet stands in our yard.",
		"We collect the wrong goods on Thursday and send the right ones at our cost. Please keep the pallet dry until then.",
	),
	(
		"{item} reads too low",
		"The {item} shows {n} per cent less than our reference, at all loads.",
		"The range was set for another medium. Set parameter P14 to the density of yours and zero it again without flow.",
	),
	(
		"Noise from {item}",
		"There is a grinding noise from the {item} above {n} Hz.",
		"That is cavitation: the suction side is too narrow. Raise the level in the tank by half a metre or use the next larger hose.",
	),
	(
		"Documentation for {item}",
		"We need the declaration of conformity and the spare parts list of {item} for our audit in {n} days.",
		"Both documents are attached to this mail. The spare parts list is of the revision that you have.",
	),
)

TERMS: tuple[tuple[str, str], ...] = (
	(
		"Payment Terms for Export",
		"Goods leave our works only against a confirmed letter of credit. Bank charges outside Germany are the buyer's. Discount for early payment is not granted.",
	),
	(
		"Standard Payment Terms",
		"Invoices are due 30 days after their date. Two per cent are taken off when paid within 10 days. From the second reminder on we charge 9 points above the base rate.",
	),
	(
		"Warranty",
		"We answer for defects for 24 months from delivery, and for wear parts such as seals and bearings for 6 months. Damage by dry running or by media that were not agreed is excluded.",
	),
	(
		"Delivery Terms",
		"We deliver free carrier from our works in Kesten. The risk passes when the goods are handed to the carrier. Part deliveries above 500 EUR are allowed.",
	),
	(
		"Return of Goods",
		"Unused standard goods are taken back within 14 days with a charge of 15 per cent. Goods made to order, cut pipes and opened chemicals are not taken back.",
	),
	(
		"Purchase Conditions",
		"Suppliers confirm an order within three working days. After that we may withdraw. Deliveries come with a certificate 3.1 for all parts under pressure.",
	),
	(
		"Service Visits",
		"A service visit is charged with 98 EUR an hour and 0.62 EUR a kilometre. Between 8 pm and 6 am half as much is added. A visit that is called off less than 24 hours before is charged in full.",
	),
	(
		"Retention of Title",
		"The goods stay ours until all that is owed from the business relation is paid. The buyer may sell them on in the ordinary course and assigns what is owed for them to us now.",
	),
	(
		"Rental of Pumps",
		"A rented pump is charged by the week, with a least period of two weeks. The tenant keeps it clean, pays for frost damage, and returns it with a full oil bath.",
	),
	(
		"Drawings and Samples",
		"Drawings, samples and offers stay our property and may not be shown to others. Samples are free up to a value of 50 EUR, and are to be returned within 60 days otherwise.",
	),
)
"""Title and text of each of the company's terms."""

TASKS = (
	"Check the alignment of {item}",
	"Write the test report for {item}",
	"Order spare parts for {item}",
	"Visit {customer} for commissioning",
	"Update the price of {item}",
	"Train the operators of {customer}",
)
