"""English."""

from huf.engine.questions.languages.phrases import each, phrases
from huf.engine.questions.wording import Wording

_BELOW_REORDER_LEVEL = each(
	"below, under, underneath, beneath, less than, at or below, fallen under, fallen below, dropped under, dropped below, has dropped under, has dropped below, ran below,"
	" gone below, went below, sunk below, down to",
	", the, their, its",
	"reorder level, reorder point, re-order level, minimum stock, minimum level, minimum, min stock, minimum stock level, safety stock",
)
_SHOULD_HAVE = (
	*each(
		"should have been, should already have been, should have already been",
		"delivered, shipped, finished, completed, done, received, closed, paid",
	),
	*each("should have, should already have", "arrived, come, gone out"),
)

_NOT_WHOLLY = each(
	"not, not yet",
	", completely, fully, entirely, wholly, totally, been completely, been fully, been entirely, been",
)
_BE = "to be, have to be, has to be, need to be, needs to be, must be, should be, still be, supposed to be, waiting to be"


def _still_to_be(done: str) -> tuple[str, ...]:
	"""What of a state has not come about."""
	return (
		*each(_NOT_WHOLLY, done),
		*each("not, not yet, not been", done, "complete, completely, fully, in full, entirely"),
		*each(_BE, done),
		*each("yet to be, get", done),
	)


WORDING = Wording(
	roles={
		"small": phrases(
			"=set, among, amongst, out of all, account for, accounts for, accounted for, make up, makes up, made up, contribute, contributes, contributed, represent, represents, represented, stem, stems, stemmed,"
			" who opened, that opened, have opened, has opened, had opened, not even a draft, we make, would, i would be grateful, grateful, much obliged, i mean, at least one, one or more, a single, different, distinct, any more, anymore, whom, from whom, with whom, everyone who, everybody who, everyone that, everybody that, during, throughout, taken, take, takes, out there, companies out there, we do, lately, can u, could u, within, something, anything, inside, in terms of, when it comes to, the complete, our complete,"
			" a complete, the full, the whole, the entire, our entire, our whole, period, the period, lying, sitting, lie,"
			" kept, stored, held, located in, for now, by now, by any chance, i have to, i must, we have to, we got, we made,"
			" we sent, we wrote, under, over, in money, money, as a list, as list, stuff, things, received, ordered, set up,"
			" set up as, a, an, the, of, for, from, by, to, in, on, at, with, us, we, you, i, it, its, they, them, their,"
			" his, her, this, these, those, there, that, do, does, did, doing, have, has, had, having, been, be, being, am,"
			" any, some, somebody, someone, anyone, anybody, ones, please, pls, plz, kindly, thanks, thank, thx, cheers,"
			" hello, hi, hey, well, so, just, only, actually, exactly, precisely, really, me, currently, presently, now, still, yet,"
			" already, ever, always, again, also, far, quickly, don't, i'm, i'd, i've, we've, we're, what's, that's, there's,"
			" exist, exists, existing, got, get, gets, getting, placed, placing, sent, send, sends, sending, issued, made,"
			" brought us, brought in, brought, bring us, bring in, in days,"
			" make, makes, making, written, wrote, write, booked, came, come, comes, coming, raised, raise, reported, report,"
			" filed, logged, registered, gave, given, went, gone, belong, belongs, belonging, carry, need, needs, needed,"
			" want, wants, wanted, looking, look, looks, know, pull, fetch, bring, print, check, tell, listed, marked,"
			" flagged, record, records, entry, entries, document, documents, data, info, information, details, figure,"
			" figures, system, erp, erpnext, database, catalogue, catalog, right now, at the moment, at present,"
			" at this point, as of now, as of today, so far, have we, have we got, do we have, are there, is there,"
			" were there, there are, can you, could you, would you, will you, can i see, can i have, can i get, could i see,"
			" could i have, could i get, may i see, may i have, can we see, can you tell me, could you tell me, i need,"
			" i want, i would need, i would like, i'd like, we need, let me know, let me see, tell me, want to know,"
			" need to know, like to know, to know, i was wondering, i wonder, in the system, went to, went out, go out,"
			" gone out, going out, sent out, do we carry, on file, on record, with us, to us, for us, thank you, pull up,"
			" bring up, look up, looking for, look for, fully, completely, entirely, put on, put in, if possible, for me,"
			" marked as, flagged as, set to, set as, that we, kind of"
		),
		"is": phrases("equal to, is, are, was, were, equals, being"),
		"whether": phrases("has, have"),
		"with": phrases("with, whose, having, where, contain, containing, include, including"),
		"list": phrases(
			"break down, break, rank, ranking of, ranking, trend, trend of, trend in, development of, evolution of, split up, split, complete list, full list, entire list, complete list of, full list of, list all, list of all, listing of,"
			" rundown of, list out, show me, give me, view, get me, send me, overview, list, list of, show, display, give,"
			" find, see, overview of"
		),
		"which": phrases("which ones, which one, who, which, what, who is, who are"),
		"count": phrases(
			"how many more, how many fewer, how many less, how has the number of, how have the number of, how did the number of, with counts, with count, with the count, with the number, how many pieces of, how many units of, how many pcs of, how many pieces, how many units, no of, nr of, nr. of,"
			" no. of, tally of, =number, how many, number of, count, count of, how many of, total number of"
		),
		"much": phrases(
			"how much more, how much less, how many euros, how many euro, euros more, euro more, eur more, euros less, euro less, eur less, how big, how large, what amount, how much worth, how much, how much money, how high"
		),
		"sum": phrases(
			"together, taken together, all together, add up to, come to, amount to, altogether, total, sum, sum of, total of, in total, add up, overall, combined"
		),
		"avg": phrases(
			"average size, average size of, mean size of, =mean, avg, mean value, average value, on avg, average, on average"
		),
		"highest": phrases(
			"=longest, highest first, largest first, biggest first, =highest, =largest, =biggest, maximum, max, most expensive,"
			" =greatest, most valuable"
		),
		"lowest": phrases(
			"=shortest, lowest first, smallest first, cheapest first, =lowest, =smallest, minimum, min, =cheapest, least"
		),
		"newest": phrases(
			"=youngest,"
			"last few, latest few, most recent few, newest first, latest first, most recent first, =latest, =newest, new,"
			" most recent, last, recent"
		),
		"oldest": phrases("oldest first, =oldest, =earliest, longest-serving, longest serving"),
		"longest": phrases(
			"the longest, for the longest, longest time, for the longest time, since the longest time"
		),
		"gone": phrases(
			"=passed, =past, run past, gone past, has passed, have passed, has already passed, have already passed, is over, are over, is already over,"
			" is past, in the past, is in the past, lies in the past, lie in the past, long gone, is gone"
		),
		"nothing": phrases("nothing, not at all, none of it, no part"),
		"several": phrases("several, multiple, more than one, more than a single, two or more"),
		"contains": phrases(
			"=use, =uses, =used, =using, =contain, =contains, =containing, =include, =includes, =including, =need, =needs, =require,"
			" =requires"
		),
		"exactly": phrases("exactly, precisely"),
		"change": phrases(
			"by how many percent, by how many per cent, by how many %, by how much, by what percentage, by what percent, how many more, how much more, how many fewer, how much less,"
			" how many less, euros more, euro more, eur more, euros less, euro less, eur less, more money, less money, rise, rose, risen, grow, grew, grown, growth, growth of, growth in,"
			" increase, increased, increase of, increase in, =fall, =falls, fell, fallen, dropped, drop in, decline, declined, decline in, decrease, decreased, decrease in, shrink, shrank,"
			" go up, went up, gone up, go down, went down, gone down, change, changed, change in, change of, changes in, =higher, =lower, =more, =less, =fewer, =developed, difference, difference in, growth rate"
		),
		"share": (
			*each(
				"what, which, how many, how much, what is the, what's the, a, the,",
				"percentage of, percent of, per cent of, % of, share of, proportion of, fraction of, percentage share of, relative share of",
			),
			*each(
				"what, which, how many, how much",
				"percentage, percent, per cent, %, share, proportion, fraction, part of, portion of",
			),
			*phrases(
				"in percent, in %, as a percentage, as percentage, as a share, percentage, percentages, percentage-wise, proportion, in percentages, as a percentage of, as a percentage of all, as percentage of, as percentage of all, as a share of, as a share of all, as a proportion of, =share, =shares, percent"
			),
		),
		"verb": phrases(
			"do, does, did, came, comes, come, coming, goes, go, went, gone, got, get, gets, belong, belongs, account for, accounts for, accounted for,"
			" make up, makes up, made up, contribute, contributes, contributed, represent, represents, represented, belonged, stem from, stems from, stemmed from"
		),
		"single": phrases("exactly one, precisely one, just one, only one"),
		"top": phrases(
			"best-selling, best selling, top-selling, top selling, selling best, bestselling, top, best, most"
		),
		"best": phrases("=biggest, =largest, =greatest, most important"),
		"group": phrases(
			"broken down per, broken down into, split per, split up per, split into, each, in each, of each, per each, with each, split by, split up by,"
			" according to, per, by, for each, for every, grouped by, group by, broken down by, by each"
		),
		"not": phrases(
			"nothing, havent, hasnt, doesnt, didnt, isnt, arent, wasnt, werent, nobody, no one, neither, none, don't, doesn't, didn't, excluding, apart from, but not, all but, nor, not, no,"
			" isn't, aren't, haven't, hasn't, wasn't, weren't, never, other than, except"
		),
		"without": phrases(
			"not a single, not one, not even one, not even a single, no single, without a single, zero, with zero, without any, without, no, lacking, with no"
		),
		"and": phrases(
			"and, and also, as well as, but, but also, and at the same time, and yet, although, though, even though, while,"
			" whereas, despite the fact that"
		),
		"or": ("or",),
		"more": phrases(
			"in excess of, north of, over, above, more than, greater than, exceeding, exceed, higher than, larger than,"
			" bigger than"
		),
		"less": phrases("under, below, less than, lower than, smaller than, fewer than"),
		"at_least": phrases(
			"no less than, not less than, and more, and up, and above, or above, or higher, at least, minimum of, or more"
		),
		"at_most": phrases(
			"or fewer, or less, and less, or below, not more than, at most, up to, no more than, maximum of"
		),
		"between": ("between",),
		"negative": phrases("negative, in the negative, below zero, less than zero, in the minus"),
		"since": phrases("since, since the beginning of, since the start of, starting, beginning, from"),
		"before": phrases("before, earlier than, prior to"),
		"after": phrases("after, later than"),
		"until": phrases(
			"till the, until, till, by, up to, to, through, until now, till now, up to now, to date, before the end of, until the end of,"
			" by the end of, till the end of"
		),
		"from": phrases("from, between"),
		"worth": phrases("worth, value, amount, volume, total value, total amount"),
		"all": phrases("all, every, everything, all of, all the"),
		"mine": phrases("my, mine"),
		"own": phrases(
			"created by me, made by me, entered by me, added by me, written by me, i created, i made, i have created,"
			" i have made, i entered, i added"
		),
		"who": phrases("by me, from me"),
		"assigned": phrases("assigned to me, assigned to myself"),
		"one": phrases(
			"=longest, =shortest, =highest, =largest, =biggest, most expensive, =greatest, most valuable, =lowest, =smallest, =cheapest, =latest,"
			" =newest, most recent, last, =oldest, =earliest, =youngest, longest-serving, longest serving"
		),
		"traded": phrases("sell, sold, buy, bought, purchased"),
		"dated": ("dated",),
		"versus": phrases(
			"than, versus, vs, v, as opposed to, relative to, compared to, compared with, against, in comparison to, in comparison with"
		),
		"quantity": phrases(
			"how many pieces of, how many units of, how many pcs of, how many pieces, how many units, quantity, qty, pieces, pcs, units, unit, number of pieces, number of units"
		),
		"party": phrases("who, who is, who are"),
		"fresh": ("new",),
		"priced": ("for",),
		"opaque": phrases(
			"percent complete, percentage complete, percent completed, percent completion, drafts included, draft included, including drafts, drafts as well, drafts too, with drafts, do we charge, we charge, charge for, =mean, =means, meaning of, difference between, stand for, what is a, what is an, what's a, what's an,"
			" what are the rules"
		),
		"onward": phrases(
			"or later, and later, and after, or after, onwards, onward, and onwards, on, until now, till now, up to now,"
			" to date"
		),
		"backward": phrases("or earlier, and earlier, and before, or before"),
		"ours": phrases("our, ours, do we have, we have, have we, have we got, do we work with, in our"),
		"month": ("month",),
		"quarter": ("quarter",),
		"year": ("year",),
		"monthly": phrases("monthly, month by month"),
		"quarterly": phrases("quarterly, quarter by quarter"),
		"yearly": phrases("yearly, annual, year by year"),
	},
	months=(
		("january", "jan"),
		("february", "feb"),
		("march", "mar"),
		("april", "apr"),
		("May",),
		("june", "jun"),
		("july", "jul"),
		("august", "aug"),
		("september", "sept", "sep"),
		("october", "oct"),
		("november", "nov"),
		("december", "dec"),
	),
	weekdays=(
		("monday", "mon"),
		("tuesday", "tue"),
		("wednesday", "wed"),
		("thursday", "thu"),
		("friday", "fri"),
		("saturday", "sat"),
		("sunday", "sun"),
	),
	dates={
		"today": ("today",),
		"yesterday": ("yesterday",),
		"tomorrow": ("tomorrow",),
		"this": phrases("this, current, the current, the running"),
		"last": phrases("last, previous, the last, the previous, past, the past"),
		"next": phrases("next, coming, the next, the coming"),
		"past": phrases("last, past, previous, the last, the past"),
		"older": each(
			"older than, more than, for more than, for over, over, longer than, for longer than, since more than",
			", a, one",
		),
		"lasting": phrases(
			"for, in, in more than, in more than a, in more than one, for the last, since, for a, in a, for one, in over, for the past"
		),
		"day": phrases("day, day old, day ago, day now"),
		"week": phrases("week, week old, week ago, week now"),
		"month": phrases("month, month old, month ago, month now"),
		"quarter": ("quarter",),
		"year": phrases("year, calendar year, year old, year ago, year now"),
		"fiscal_year": phrases("fiscal year, financial year, business year"),
		"first": phrases("first, 1st, q1"),
		"second": phrases("second, 2nd, q2"),
		"third": phrases("third, 3rd, q3"),
		"fourth": phrases("fourth, 4th, q4"),
	},
	states={
		"draft": (
			"draft",
			*_still_to_be("submitted"),
			*phrases(
				"unsubmitted, not finalised, not finalized, still a draft, as a draft, only as a draft, to submit, in draft"
			),
		),
		"submitted": ("submitted",),
		"cancelled": phrases("cancelled, canceled"),
		"open": phrases(
			"open, pending, outstanding, in progress, running, ongoing, under way, underway, being processed, in process,"
			" in the works, working on, still working on, we are working on, still going"
		),
		"working": phrases(
			"in progress, under way, underway, being worked on, working on, we are working on, being processed"
		),
		"closed": ("closed",),
		"not closed": (*_still_to_be("closed"), *phrases("unclosed, to close, not been closed")),
		"completed": phrases("completed, finished, done"),
		"overdue": (
			*_SHOULD_HAVE,
			*phrases(
				"past their end date, past their expected end date, past their deadline, past the deadline,"
				" past their delivery date, past the delivery date, past its delivery date, past their required by date,"
				" past their required date, past the required date, past the required by date, delivery date passed, payment late, payment is late, payment overdue,"
				" overdue for payment, past its due date, past their due date, past the due date, in arrears, behind on,"
				" behind schedule, overdue, past due, late"
			),
		),
		"paid": phrases("paid, settled"),
		"partly paid": (
			*each("partly, partially, part, half", "paid, settled"),
			*each("paid, settled", "partly, partially, in part"),
			*each(
				"paid a part, paid part, made a part payment, made a partial payment, partial payment, partial payments",
				", but not everything, but not all, but not in full, of it",
			),
			*phrases("part-paid, half-paid, not fully settled"),
		),
		"frozen": ("frozen",),
		"on hold": phrases("on hold, put on hold"),
		"not paid": (
			*_still_to_be("paid"),
			*_still_to_be("settled"),
			*phrases(
				"not pay, did not pay, didn't pay, do not pay, awaiting settlement, waiting to get paid, waiting to get paid for, still waiting to get paid for,"
				" yet to pay, have yet to pay, waiting on payment, with payment outstanding, payment outstanding,"
				" still waiting to get paid"
			),
			*phrases(
				"still have to pay, do we have to pay, we have to pay, to pay, to be paid, have to pay, still to pay,"
				" need to pay, must pay, have to be paid, must be paid, waiting for money, waiting for our money,"
				" waiting for the money, waiting for their money, not yet paid, not fully paid, unsettled, still owed,"
				" awaiting payment, waiting for payment, waiting to be paid, not been settled, not settled yet, unpaid, not paid,"
				" not been paid, not settled"
			),
		),
		"not completed": phrases(
			"not completed, to be completed, to be finished, to be done, to complete, to finish, unfinished, not finished,"
			" not done, have to be finished, have to be done, have to be completed, must be finished, uncompleted"
		),
		"unassigned": phrases(
			"unassigned, not assigned, not assigned to anyone, not assigned to anybody, assigned to nobody,"
			" assigned to no one, nobody is assigned to, no one is assigned to, without an assignee, without assignee,"
			" nobody has taken, no one has taken, nobody takes care of"
		),
		"delivered": phrases("delivered, shipped"),
		"not delivered": (
			*_still_to_be("delivered"),
			*_still_to_be("shipped"),
			*each("haven't, havent, hasn't, hasnt", "gone out, left", ", completely, fully, entirely"),
			*each(_NOT_WHOLLY, "gone out, sent out, dispatched"),
			*phrases("haven't gone out, still has to go out, still have to go out"),
			*phrases(
				"not gone out, undelivered, waiting for delivery, waiting to be delivered, waiting to be shipped, to ship,"
				" to be shipped, to go out, need to go out, still to deliver, not left, pending delivery, not sent out,"
				" not yet delivered, not yet shipped, not delivered, not been delivered, to deliver, to be delivered,"
				" not shipped, not been shipped, awaiting delivery"
			),
		),
		"billed": phrases("billed, invoiced"),
		"not billed": phrases(
			"unbilled, to invoice, to be invoiced, waiting to be billed, waiting to be invoiced, not yet billed,"
			" not yet invoiced, not billed, not been billed, to bill, to be billed, not invoiced, not been invoiced"
		),
		"received": phrases("arrived, received"),
		"not received": phrases(
			"not arrived, not yet received, not come in, waiting for, waiting on, not received, not been received,"
			" to receive, to be received"
		),
		"resolved": phrases("resolved, solved"),
		"replied": ("replied",),
		"disabled": phrases("deactivated, disabled, inactive"),
		"enabled": phrases(
			"=current, =employed, working for us, currently working, still working, on the payroll, enabled, active"
		),
		"below reorder level": (
			*_BELOW_REORDER_LEVEL,
			*phrases(
				"stock running low, need to order again, to order again, order again, needs to be bought again, to buy again, reorder, to reorder, to be reordered, need reordering, restock, to restock, to be restocked, need restocking,"
				" low on stock, low in stock, low stock, running low, running out, running out of stock, running short,"
				" understocked, getting low, almost out of stock"
			),
		),
		"expired": phrases(
			"expired, lapsed, no longer valid, not valid anymore, not valid any more, invalid"
		),
		"valid": phrases("valid, still valid, not expired, not yet expired"),
		"female": phrases("female"),
		"male": phrases("male"),
		"out of stock": phrases(
			"zero stock, with zero stock, out of stock, not in stock, not on stock, sold out, no stock, without stock,"
			" no stock in any warehouse, no stock of in any warehouse, not in stock in any warehouse, not in stock anywhere,"
			" no stock anywhere, no stock of anywhere, without stock in any warehouse, not in any warehouse"
		),
	},
	totals={
		"ordered": phrases("=ordered, order volume"),
		"sales": phrases(
			"best-selling, best selling, top-selling, top selling, selling best, bestselling, sales, revenue, turnover,"
			" sell, sold, net sales, net revenue, net turnover, turn over, turned over, make in sales, made in sales,"
			" sales figure, sales volume, net sales figure, total sales, invoiced sales, takings"
		),
		"purchases": phrases("purchases, spend, spent, spending, buy, bought, purchased"),
		"receivable": phrases(
			"outstanding amount, outstanding balance, accounts receivable, =receivables, owe us money, owes us money,"
			" open balance, balance, balance due, still have to get from, have to get from, still get from, to pay us, has to pay us, have to pay us, owed to us, money owed,"
			" still get, to collect, to be collected, unpaid balance, outstanding, owe us, owe, =receivable, open amount,"
			" unpaid amount, still due from"
		),
		"payable": phrases(
			"have to pay, still have to pay, do we have to pay, we have to pay, owe money to, do we owe money, we owe,"
			" payable, accounts payable, payables, do we owe, owe to our suppliers, owe our suppliers, owe suppliers,"
			" owe our vendors"
		),
		"collected": phrases(
			"did we collect, have we collected, we collected, collected, did we receive, have we received, we received, did we get paid,"
			" paid us, did we take in, have we taken in, got in payments, money came in, money has come in, cash receipts"
		),
		"paid out": phrases(
			"did we pay, have we paid, we paid, did we pay to, have we paid to, paid out, pay out, did we transfer, have we transferred,"
			" did we spend on, outgoing payments"
		),
		"projected stock": phrases("projected quantity, projected qty, projected stock"),
		"reserved stock": phrases("reserved quantity, reserved qty, reserved stock"),
		"stock value": phrases(
			"value of our inventory, value of inventory, inventory worth, stock worth, worth of stock, stock value,"
			" inventory value, value of stock, value of our stock, value of the stock"
		),
		"stock": phrases(
			"inventory, stock, =quantity, =qty, =left, have left, remaining, =available, stock quantity, stock balance,"
			" stock on hand, quantity on hand, qty on hand, in stock, on hand, on stock, current stock, stock level,"
			" quantity in stock"
		),
	},
	date_fields={
		"due": phrases(
			"still have to pay, do we have to pay, we have to pay, to pay, to be paid, have to pay, still to pay,"
			" need to pay, must pay, to be finished, to be done, have to be finished, have to be done, must be finished,"
			" to finish, payment was due, payment is due, payment due, had to be paid, must be paid, due, due date,"
			" falling due, fall due, fell due, falls due, due by, due on, payable by, have to be paid, should end, should finish,"
			" should be finished, should be done, must end, end date, finish date, deadline, ending, ends"
		),
		"opened": ("opened",),
		"created": phrases("gained, acquired, signed up, onboarded, created, entered, added"),
		"modified": phrases("modified, changed, updated, last changed, last modified"),
		"delivery": phrases(
			"delivery date, required by date, required date, due for delivery, to deliver, to be delivered, to receive, to be received"
		),
		"expires": phrases(
			"expires, expire, expiring, valid until, valid till, run out, runs out, =validity, =validity date, valid till date, expiry date,"
			" expiration date, period of validity"
		),
		"posted": ("posted",),
		"birthday": phrases(
			"birthday, has a birthday, have their birthday, has their birthday, celebrate their birthday, birthday coming up"
		),
		"born": phrases("born, was born, were born, date of birth, birth date, =youngest"),
		"joined": phrases(
			"longest-serving, longest serving, joined, have joined, joined us, joined the company, with the company, working here, worked here, working for us, worked for us, employed here, were hired, was hired, joining, hired, date of joining"
		),
		"left": phrases("left, have left, left us, left the company, leaving, relieved"),
	},
	doctypes={
		"Contact": phrases("contact person, contact at the customer"),
		"Sales Invoice": phrases("inv, invs, invoice, bill, customer invoice, outgoing invoice"),
		"Purchase Invoice": phrases(
			"invoice, supplier invoice, incoming invoice, vendor invoice, vendor bill"
		),
		"Sales Order": phrases("order, customer order"),
		"Purchase Order": phrases("order, supplier order, po, pos"),
		"Delivery Note": phrases("delivery, shipment, delivery slip, dispatch"),
		"Purchase Receipt": ("goods receipt",),
		"Quotation": phrases("quote, offer, proposal, price quote, estimate"),
		"Supplier Quotation": ("supplier quote",),
		"Item": phrases("product, article, stock item, part"),
		"Item Group": phrases("product group, product category, item category"),
		"Item Price": ("price",),
		"Customer": ("client",),
		"Supplier": ("vendor",),
		"Issue": phrases(
			"complaint, ticket, support issue, support ticket, case, support case, problem, incident, support request, helpdesk ticket"
		),
		"Payment Entry": phrases("payment, payment entry"),
		"Employee": phrases(
			"staff member, =staff, team member, worker, colleague, headcount, employe, personnel"
		),
		"ToDo": phrases("to-do, to do, assignment"),
		"Event": phrases("appointment, calendar event"),
		"Communication": phrases("email, e-mail, mail"),
		"BOM": phrases("bill of materials, bills of materials"),
	},
	kinds={
		"Employee": {
			"female": phrases("=woman, =women, female employee, female colleague, female staff, =ladies"),
			"male": phrases("=man, =men, male employee, male colleague, male staff"),
			"enabled": phrases(
				"people who work, people working, people who work here, who works here, who work here,"
				" people currently working here, who works for us, who currently works for us,"
				" who is working for us, who is currently working for us, who is working here, who is currently working here, who are our people, who is on the payroll"
			),
		},
		"Sales Invoice": {
			"credit note": ("credit note",),
		},
		"Purchase Invoice": {
			"credit note": ("debit note",),
		},
		"Item Price": {
			"for buying": phrases("purchase price, buying price"),
			"for selling": phrases("do we charge for, we charge for, charge for, sales price, selling price"),
		},
	},
	labels={
		"Status": phrases("state, stage"),
		"Item Group": phrases("category, product category, product group, kind of product"),
		"Priority": phrases("prio, urgency, importance"),
		"Territory": phrases("region, area, country"),
		"Brand": phrases("make, manufacturer"),
		"Designation": phrases("job title, position, job"),
		"Warehouse": phrases("storehouse, depot"),
	},
	details={
		"Contact": phrases(
			"write to, e-mail address, email address, e-mail, email, mail address, phone number, telephone number, phone,"
			" telephone, mobile number, mobile, contact person, contact, get in touch, reach, call"
		),
		"Address": phrases("street, postal address, postcode, zip code, located"),
	},
	before_months=(
		*("in", "of", "since", "until", "till", "from", "before", "after"),
		*("last", "next", "this", "by", "during"),
	),
	numbers={
		**dict(
			enumerate(
				((word,) for word in "two three four five six seven eight nine ten eleven twelve".split()),
				start=2,
			)
		),
		**{15: ("fifteen",), 20: ("twenty",), 30: ("thirty",), 50: ("fifty",), 100: ("hundred", "a hundred")},
		1000: ("thousand", "a thousand"),
	},
	day_suffixes=("st", "nd", "rd", "th"),
	first_days=("first",),
	date_links={"month": ("of",)},
	pronouns=("it", "its", "they", "them", "themselves"),
	possessives=("'s", "’s", "s'", "s’"),
)
