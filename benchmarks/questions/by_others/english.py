"""English."""

from benchmarks.questions.phrasing import Phrasings

FIRST: Phrasings = {
	"si_overdue": {
		"en": (
			"which invoices are overdue?",
			"overdue invoices",
			"Could you please show me all customer invoices that are past their due date and still not paid?",
			"past due sales invoices",
			"please show invoices where the payment is already late",
		),
	},
	"si_unpaid": {
		"en": (
			"unpaid invoices",
			"Which sales invoices have not been fully paid yet?",
			"what invoices are still outstanding",
			"invoices with an open balance",
			"i need all the invoices where we are still waiting for money",
		),
	},
	"si_customer": {
		"en": (
			"invoices for {customer}",
			"{customer} sales invoices",
			"Please give me a list of every invoice we have for {customer}.",
			"pull up {customer}'s invoices",
			"all invoice of customer {customer}",
		),
	},
	"si_customer_overdue": {
		"en": (
			"overdue invoices {customer}",
			"Which invoices of {customer} are overdue?",
			"is {customer} late on any invoices? show me which ones",
			"what invoices is {customer} behind on",
			"past due invocies for {customer}",
		),
	},
	"si_draft": {
		"en": (
			"draft invoices",
			"Which invoices are still in draft?",
			"sales invoices that nobody has submitted so far",
			"show me invoices not submitted yet",
			"invoice status draft",
		),
	},
	"si_month": {
		"en": (
			"invoices from {month}",
			"show me all the invoices we wrote in {month}",
			"Could you list the sales invoices dated {month}, please?",
			"{month} invoices",
			"sales invoices with a posting date in {month}",
		),
	},
	"si_over": {
		"en": (
			"invoices over {amount}",
			"Which invoices are above {amount}?",
			"sales invoices worth more than {amount}",
			"show me the big invoices, everything more than {amount}",
			"invoice grand total > {amount}",
		),
	},
	"si_due_before": {
		"en": (
			"invoices due before {day}",
			"Which invoices had a due date before {day}?",
			"sales invoices due date earlier than {day}",
			"I would need the invoices which fall due before {day}, thank you",
		),
	},
	"so_undelivered": {
		"en": (
			"orders not deliverd yet",
			"Which sales orders do we still have to deliver?",
			"what orders still need to go out",
			"undelivered sales orders",
			"orders where we havent shipped everything",
		),
	},
	"so_undelivered_month": {
		"en": (
			"undelivered orders from {month}",
			"which orders placed in {month} have not been delivered yet?",
			"sales orders of {month} still waiting for delivery",
			"which {month} orders haven't we completely shipped?",
			"Could you please show me the sales orders dated {month} that are not fully delivered?",
		),
	},
	"so_open": {
		"en": (
			"open orders",
			"Which sales orders are still open?",
			"customer orders that aren't finished yet",
			"what orders are we still working on?",
			"submitted sales orders neither completed nor closed",
		),
	},
	"so_customer": {
		"en": (
			"orders from {customer}",
			"all sales orders for {customer}",
			"Which orders has {customer} placed with us?",
			"{customer} orders",
			"find me the orders by customer {customer} pls",
		),
	},
	"so_since": {
		"en": (
			"orders since {day}",
			"which sales orders came in since {day}?",
			"all orders dated {day} or later",
			"show me sales orders from {day} on",
			"Please list the orders we have recieved from {day} until now.",
		),
	},
	"so_item": {
		"en": (
			"orders with {item}",
			"Which sales orders contain {item}?",
			"in which orders did somebody order {item}",
			"sales orders that include item {item}",
			"what orders have {item} on them?",
		),
	},
	"po_supplier": {
		"en": (
			"purchase orders {supplier}",
			"What purchase orders do we have with {supplier}?",
			"POs to {supplier}",
			"every PO we placed with {supplier} please",
			"show me purchse orders for supplier {supplier}",
		),
	},
	"po_open": {
		"en": (
			"open purchase orders",
			"which POs are still open?",
			"Would you show me all purchase orders that are still open, please?",
			"purchase orders which are not finished yet",
		),
	},
	"quotations_open": {
		"en": (
			"open quotations",
			"which quotes are still open?",
			"quotation status open",
			"offers to customers that are still open",
			"Please show me all the quotations that are open at the moment.",
		),
	},
	"issues_open": {
		"en": (
			"open issues",
			"what tickets are open right now?",
			"show me the support tickets with status Open",
			"which isues are open",
			"all open support cases",
		),
	},
	"issues_customer": {
		"en": (
			"issues from {customer}",
			"tickets {customer}",
			"Which support issues has {customer} reported?",
			"show all the tickets {customer} ever raised",
			"has {customer} opened any tickets with us? list them",
		),
	},
	"issues_not_closed": {
		"en": (
			"issues that are not closed",
			"all tickets except the closed ones",
			"Which support issues haven't been closed yet?",
			"tickets not yet closed",
			"issues with any status other than closed",
		),
	},
	"issues_days": {
		"en": (
			"issues from the last 30 days",
			"Which tickets were opened in the past 30 days?",
			"support tickets last 30 days",
			"everything support got in the last thirty days, as a list of issues",
			"show me tickts that came in over the last 30 days",
		),
	},
	"tasks_priority": {
		"en": (
			"high priority tasks",
			"Which tasks have priority high?",
			"tasks with high prio",
			"show me all the tasks somebody marked as high priority",
		),
	},
	"tasks_project": {
		"en": (
			"tasks for {project}",
			"what tasks are there in project {project}?",
			"{project} task list",
			"Could you show me all the tasks that belong to {project}?",
			"which tasks has the project {project}",
		),
	},
	"items_group": {
		"en": (
			"items in {group}",
			"Which items belong to the item group {group}?",
			"show me all products in the {group} group",
			"list items item group {group}",
			"what articles do we have under {group}",
		),
	},
	"items_brand": {
		"en": (
			"{brand} products",
			"Which items do we carry from the brand {brand}?",
			"all items brand {brand}",
			"what have we got from {brand} in our catalogue",
			"I am looking for the items of {brand}",
		),
	},
	"items_reorder": {
		"en": (
			"items below reorder level",
			"what do we need to reorder?",
			"Which items have fallen under their reorder level?",
			"stuff that has to be reordered",
			"products to restock because they are under the reorder point",
		),
	},
	"customers_all": {
		"en": (
			"all customers",
			"customer list",
			"Could you please give me a list of all our customers?",
			"list every client we have",
			"show me our custmers",
		),
	},
	"customers_territory": {
		"en": (
			"customers in {territory}",
			"Which customers do we have in the territory {territory}?",
			"clients from {territory}",
			"customer territory {territory}",
			"who are our customers in {territory}?",
		),
	},
	"item_price": {
		"en": (
			"selling price of {item}",
			"what do we sell {item} for?",
			"How much do we charge customers for {item}?",
			"{item} sales price",
			"at what price are we selling {item}",
		),
	},
	"suppliers_all": {
		"en": (
			"all suppliers",
			"Who are our suppliers?",
			"supplier list",
			"show me every vendor we have",
			"I would like to see a list of all the companies that are set up as our suppliers, please.",
		),
	},
	"employees_active": {
		"en": (
			"active employees",
			"who works here at the moment?",
			"list of current staff",
			"Which employees are active?",
			"show all employes with status active",
		),
	},
	"dn_month": {
		"en": (
			"delivery notes {month}",
			"Which delivery notes do we have for {month}?",
			"deliveries in {month}",
			"show me all the deliveries that went out in {month}",
			"I'd like to see the delivery notes dated {month}",
		),
	},
	"si_latest": {
		"en": (
			"latest invoices",
			"show me the most recent sales invoices",
			"What are our newest invoices?",
			"the last few invoices we wrote",
			"sales invoices newest first",
		),
	},
	"si_biggest": {
		"en": (
			"biggest invoices",
			"What are our largest invoices?",
			"show me the invoices with the highest amounts",
			"sales invoices by grand total, highest first",
			"top invoices by amount",
		),
	},
	"sales_customer_year": {
		"en": (
			"How much have we sold to {customer} this year?",
			"total sales {customer} {year}",
			"revenue from {customer} this year",
			"what's our turnover with {customer} in {year}",
			"for how much did {customer} buy from us this year?",
		),
	},
	"sales_month": {
		"en": (
			"total sales {month}",
			"How much did we sell in {month}?",
			"revenue {month}",
			"what was our turnover in {month}",
			"Could you tell me our net sales for {month}, please?",
		),
	},
	"sales_between": {
		"en": (
			"total sales between {day} and {later}",
			"How much did we sell from {day} to {later}?",
			"revenue {day} to {later}",
			"what was the turnover between {day} and {later}?",
			"i need the net sales figure from {day} until {later}",
		),
	},
	"outstanding_customer": {
		"en": (
			"how much does {customer} owe us?",
			"outstanding amount {customer}",
			"What is the total that {customer} still has to pay us?",
			"{customer} open balance",
			"how much money we still get from {customer}?",
		),
	},
	"outstanding_all": {
		"en": (
			"total outstanding amount",
			"How much do our customers owe us altogether?",
			"what's our total outstanding on sales invoices",
			"how much money are we still owed in total",
			"sum of outstanding amounts, all invoices",
		),
	},
	"po_total_supplier": {
		"en": (
			"total of purchase orders to {supplier}",
			"How much have we ordered from {supplier} in total, in money?",
			"what do all our POs with {supplier} add up to",
			"purchase order total amount {supplier}",
			"Please tell me the total value of our purchase orders with {supplier}.",
		),
	},
	"so_average": {
		"en": (
			"average order value",
			"What is the average amount of a sales order?",
			"how big is an order on average, in money",
			"avg sales order total",
			"what's our averge order worth?",
		),
	},
	"si_max": {
		"en": (
			"highest invoice amount",
			"How much was our biggest invoice?",
			"max grand total sales invoice",
			"what's the largest amount we ever put on an invoice?",
			"how high is the highest invoice we ever wrote",
		),
	},
	"stock_item": {
		"en": (
			"stock {item}",
			"How many {item} do we have in stock?",
			"what's the stock level of {item}",
			"how much {item} is left?",
			"quantity on hand for {item}, all warehouses",
		),
	},
	"stock_item_warehouse": {
		"en": (
			"stock of {item} in {warehouse}",
			"How many {item} are there in {warehouse}?",
			"{item} qty {warehouse}",
			"how much {item} have we got left at {warehouse}",
			"Could you please check the quantity of {item} in the warehouse {warehouse}?",
		),
	},
	"sales_per_customer": {
		"en": (
			"sales per customer",
			"How much have we sold to each customer?",
			"revenue by customer",
			"turnover broken down by customer",
			"I want to see for every customer the total sales",
		),
	},
	"si_per_status": {
		"en": (
			"number of invoices per status",
			"How many invoices do we have in each status?",
			"invoice count by status",
			"how many invoices are paid, unpaid, overdue and so on",
		),
	},
	"top_customers": {
		"en": (
			"top 5 customers by revenue",
			"Who are our five best customers?",
			"which 5 customers have bought the most from us",
			"our five biggest customers by sales",
			"best 5 customers turnover",
		),
	},
	"items_per_group": {
		"en": (
			"number of items per item group",
			"How many items are there in each item group?",
			"item count by group",
			"how many products do we have per group",
			"count of items for every item gruop pls",
		),
	},
	"issues_open_per_customer": {
		"en": (
			"number of open issues by customer",
			"How many open tickets does each customer have?",
			"open tickets count per customer",
			"which customers have open issues and how many?",
		),
	},
	"record": {
		"en": (
			"what's the status of {invoice}?",
			"{invoice}",
			"Has invoice {invoice} been paid?",
			"when is {invoice} due",
			"status {order}",
			"Has order {order} been delivered yet?",
			"by when do we have to deliver {order}?",
			"tell me about {customer}",
			"{customer} phone number",
			"Could you please give me the email address of {customer}?",
			"what kind of company is our supplier {supplier}, show me the details",
			"tax id of {supplier}",
			"open suplier {supplier}",
			"tell me about the item {item}",
			"which item group is {item} in?",
		),
	},
	"passage": {
		"en": (
			"how do I cancel an invoice?",
			"what is our notice period",
			"How many days do customers have to pay an invoice according to our terms?",
			"who has to approve purchase orders over 10,000?",
			"what do i do when a customer sends goods back",
			"how long do we have to keep invoices",
			"Can I still change an order after it has been submitted?",
			"what happens if a customer doesn't pay on time",
			"steps to create a credit note",
			"how much discount may a sales rep give without asking",
			"how many vacation days do new employees get?",
			"When do we send the first reminder for an overdue invoice?",
			"difference between quotation and sales order",
			"rules for ordering from a new supplier",
			"how to do stock count at year end",
			"warranty period for our products",
			"Which documents does a supplier have to send us before we may place an order with them?",
			"how quick must we answer a support ticket",
			"where do I enter the delivery date in a sales order?",
			"what does overdue mean on a invoice",
			"are we allowed to deliver before the customer has paid?",
			"travel expences how much per day",
			"why can't I delete a submitted delivery note",
			"What penalty do we have to pay under the contract if we deliver late?",
			"how do i add a new customer",
		),
	},
}


SECOND: Phrasings = {
	"si_overdue": {
		"en": (
			"overdue invoices",
			"Which of our invoices are past due?",
			"show me every invoice thats overdue right now",
		),
	},
	"si_unpaid": {
		"en": (
			"which invoices havent been paid yet",
			"Sales invoices with an outstanding balance",
			"what invoices are we still waiting to get paid for?",
		),
	},
	"si_customer": {
		"en": (
			"pull up {customer}'s invoices",
			"I would need a list of all sales invoices for {customer}, please.",
			"invoices {customer}",
		),
	},
	"si_customer_overdue": {
		"en": (
			"is {customer} late on any invoices? which ones",
			"overdue invoices {customer}",
			"Before I call them: which invoices of {customer} are overdue?",
		),
	},
	"si_draft": {
		"en": (
			"Which invoices are still in draft?",
			"draft sales invoices",
			"invoices nobody has submitted yet",
		),
	},
	"si_month": {
		"en": (
			"all invoices from {month}",
			"Could you give me the sales invoices dated in {month}, please?",
			"please to show me the invoices of month {month}",
		),
	},
	"si_over": {
		"en": (
			"invoices over {amount}",
			"Do we have any invoices for more than {amount}? Show me those.",
			"sales invoice grand total above {amount}",
		),
	},
	"si_due_before": {
		"en": (
			"which invoices are due before {day}",
			"Sales invoices with a due date earlier than {day}",
			"list invoices where payment was due before {day}",
		),
	},
	"so_undelivered": {
		"en": (
			"what orders do we still have to deliver?",
			"sales orders not fully deliverd",
			"show orders that havent gone out completely yet",
		),
	},
	"so_undelivered_month": {
		"en": (
			"orders from {month} we still haven't delivered",
			"Which sales orders placed in {month} are not completely delivered yet?",
			"{month} orders still to be delivered",
		),
	},
	"so_open": {
		"en": (
			"open sales orders",
			"Which orders are still open?",
			"can u show me all customer orders that are open at the moment",
		),
	},
	"so_customer": {
		"en": (
			"has {customer} ordered from us? show me the orders",
			"Sales orders for {customer}",
			"orders by customer {customer} please",
		),
	},
	"so_since": {
		"en": (
			"what orders have come in since {day}",
			"Please list all sales orders from {day} onwards.",
			"ordres since {day}",
		),
	},
	"so_item": {
		"en": (
			"which orders contain {item}?",
			"orders with {item} in them",
			"I'd like to see the sales orders in which {item} was ordered.",
		),
	},
	"po_supplier": {
		"en": (
			"purchase orders {supplier}",
			"what POs do we have with {supplier}?",
			"Show me the purchase orders we have placed with {supplier}",
		),
	},
	"po_open": {
		"en": (
			"Which purchase orders are still open?",
			"open POs",
			"give me our open orders with suppliers",
		),
	},
	"quotations_open": {
		"en": (
			"what quotes do we have open",
			"Could you show me the quotations that are still open, please?",
			"open quotaions",
		),
	},
	"issues_open": {
		"en": (
			"open tickets",
			"which support issues are open right now?",
			"Issues with status open",
		),
	},
	"issues_customer": {
		"en": (
			"any tickets from {customer}?",
			"What issues has {customer} reported to us so far?",
			"issues customer {customer}",
		),
	},
	"issues_not_closed": {
		"en": (
			"tickets that are not closed",
			"every issue except the closed ones",
			"Which support tickets haven't been closed yet?",
		),
	},
	"issues_days": {
		"en": (
			"tickets last 30 days",
			"What issues were opened in the past 30 days?",
			"show me the support tickets that came in over the last 30 days",
		),
	},
	"tasks_priority": {
		"en": (
			"high priority tasks",
			"which tasks are marked high prio?",
			"All tasks whose priority is high, please",
		),
	},
	"tasks_project": {
		"en": (
			"what are the tasks in {project}?",
			"tasks for project {project}",
			"i want see all task belonging to the project {project}",
		),
	},
	"items_group": {
		"en": (
			"items in group {group}",
			"Which items belong to the item group {group}?",
			"show me all the articles we have under category {group}",
		),
	},
	"items_brand": {
		"en": (
			"what {brand} products do we carry?",
			"items brand {brand}",
			"Please show me all items of the brand {brand}.",
		),
	},
	"items_reorder": {
		"en": (
			"which items do we need to reorder?",
			"items below reorder level",
			"What has dropped under its reorder level and needs to be bought again?",
		),
	},
	"customers_all": {
		"en": (
			"list all customers",
			"who are our customers?",
			"Could I have the complete customer list, please?",
		),
	},
	"customers_territory": {
		"en": (
			"customers in {territory}",
			"which of our customers are in the {territory} territory?",
			"who do we sell to in {territory}? list the customers",
		),
	},
	"item_price": {
		"en": (
			"how much do we charge for {item}?",
			"selling price {item}",
			"customer on the phone wants to know what {item} costs, whats our sales price",
		),
	},
	"suppliers_all": {
		"en": (
			"Show me all our suppliers",
			"supplier list",
			"which vendors do we have in the system?",
		),
	},
	"employees_active": {
		"en": (
			"active employees",
			"Who currently works for us?",
			"list of staff, only the active ones",
		),
	},
	"dn_month": {
		"en": (
			"delivery notes {month}",
			"Which deliveries went out in {month}?",
			"show me all delivery notes we made in {month}",
		),
	},
	"si_latest": {
		"en": (
			"the last 10 invoices",
			"What are our most recent sales invoices?",
			"show me the newest invoices first, ten is enough",
		),
	},
	"si_biggest": {
		"en": (
			"biggest invoices",
			"show me our ten largest sales invoices",
			"Which invoices have the highest totals?",
		),
	},
	"sales_customer_year": {
		"en": (
			"how much have we sold to {customer} this year",
			"Revenue with {customer} in {year}?",
			"turnover {customer} current year",
		),
	},
	"sales_month": {
		"en": (
			"what was our revenue in {month}?",
			"total sales {month}",
			"how much did we turn over in {month}",
		),
	},
	"sales_between": {
		"en": (
			"sales between {day} and {later}",
			"How much revenue did we make from {day} to {later}?",
			"i need the total turnover for the period {day} until {later}",
		),
	},
	"outstanding_customer": {
		"en": (
			"how much does {customer} owe us?",
			"outstanding amount {customer}",
			"What is the total {customer} still has to pay us?",
		),
	},
	"outstanding_all": {
		"en": (
			"how much money do customers owe us altogether",
			"Total outstanding on all sales invoices?",
			"total receivables from sales invoices right now",
		),
	},
	"po_total_supplier": {
		"en": (
			"total value of purchase orders with {supplier}",
			"what do all our POs to {supplier} add up to?",
			"For how much money did we order from {supplier} in total?",
		),
	},
	"so_average": {
		"en": (
			"average order value",
			"How much is a sales order worth on average?",
			"whats the avergae amount of our orders",
		),
	},
	"si_max": {
		"en": (
			"highest invoice amount",
			"How much was the biggest invoice we ever wrote?",
			"what is the maximum grand total of a sales invoice so far",
		),
	},
	"stock_item": {
		"en": (
			"how many {item} do we have in stock?",
			"stock {item}",
			"whats the total quantity on hand of {item}",
		),
	},
	"stock_item_warehouse": {
		"en": (
			"how much {item} is there in {warehouse}?",
			"stock of {item} in warehouse {warehouse}",
			"Could you tell me how many pieces of {item} are lying in {warehouse}, please?",
		),
	},
	"sales_per_customer": {
		"en": (
			"revenue by customer",
			"How much have we sold to each customer?",
			"total sales broken down per customer pls",
		),
	},
	"si_per_status": {
		"en": (
			"how many invoices are there in each status?",
			"number of sales invoices by status",
			"count the invoices per status",
		),
	},
	"top_customers": {
		"en": (
			"top 5 customers by revenue",
			"Who are our five best customers in terms of sales?",
			"which 5 custmers bring in the most turnover",
		),
	},
	"items_per_group": {
		"en": (
			"how many items do we have in each item group",
			"item count by group",
			"Number of items per item group, please",
		),
	},
	"issues_open_per_customer": {
		"en": (
			"how many open tickets does each customer have?",
			"number of open issues per customer",
			"count of open support tickets by customer",
		),
	},
	"record": {
		"en": (
			"whats the status of {invoice}",
			"I need the phone number of {customer}",
			"When is {order} supposed to be delivered?",
			"tell me about the supplier {supplier}",
			"has invoice {invoice} been paid?",
			"details {item}",
		),
	},
	"passage": {
		"en": (
			"how do i cancel an invocie thats already been submitted?",
			"What notice period applies once an employee is past probation?",
			"within how many days can customers send goods back",
			"what's the procedure if a customer still doesn't pay after the third reminder?",
			"Who has to sign off a purchase order above 5,000?",
			"how many vacation days do new employees get in their first year",
			"what interest are we allowed to charge on overdue invoices",
			"rules for giving new customers credit",
			"Can I still change the price in a sales order after it has been confirmed?",
			"how to make a credit note when only part of the order came back",
			"what does our warranty cover and what not",
			"How long do we have to keep old invoices by law?",
			"do i need a receipt for small travel expenses",
			"What should I do when the stock count does not match the system?",
			"how much discount can a sales rep give to a customer without asking the boss",
			"please explain me the difference between quotation and sales order",
			"how do I set up a reorder level for an item?",
			"what does it mean when an order is on hold",
			"According to our SLA, how quickly do we have to answer a high priority ticket?",
			"who pays the freight under our standard terms when a supplier delivers too late",
		),
	},
}

THIRD: Phrasings = {
	"si_overdue": {
		"en": (
			"which invoices are past due and still not paid",
			"Could you please show me all the invoices that are overdue?",
			"overdue inv",
			"sales invoices overdue list",
		),
	},
	"si_unpaid": {
		"en": (
			"unpaid invoices",
			"Which of our invoices the customers did not pay until now?",
			"show me every invoice that still has something outstanding on it",
			"what invoices havent been paid yet",
		),
	},
	"si_customer": {
		"en": (
			"I need {customer}'s invoices",
			"invoices {customer}",
			"can you pull up everything we've invoiced to {customer}, one line per invoice",
			"Please give me the sales invoices of the customer {customer}.",
		),
	},
	"si_customer_overdue": {
		"en": (
			"which invoices is {customer} late on?",
			"{customer} overdue invoices",
			"seeing {customer} in an hour, do they have any invoices overdue",
			"Sales Invoice overdue customer {customer}",
		),
	},
	"si_draft": {
		"en": (
			"draft invoices",
			"which invoices are still sitting in draft?",
			"invoices not submitted yet",
			"Would you kindly list the sales invoices that exist only as a draft?",
		),
	},
	"si_month": {
		"en": (
			"{month} invoices",
			"what invoices did we write in {month}?",
			"all sales invoices dated {month} {year}",
			"give me please the invoices which are from {month}",
		),
	},
	"si_over": {
		"en": (
			"invoices over {amount}",
			"Which invoices are bigger than {amount}?",
			"sales invoice grand total > {amount}",
			"show invoices where the total was more than {amount}",
		),
	},
	"si_due_before": {
		"en": (
			"invoices due before {day}",
			"which invoices had a due date earlier than {day}",
			"For the closing I would need all invoices that fell due before {day}, please.",
			"sales invoice due date before {day}",
		),
	},
	"so_undelivered": {
		"en": (
			"what orders do we still have to ship?",
			"orders not delivered yet",
			"Which sales order is not yet delivered complete?",
			"undeliverd sales orders",
		),
	},
	"so_undelivered_month": {
		"en": (
			"which {month} orders are still waiting to be delivered",
			"Orders from {month} not fully delivered",
			"is there anything ordered in {month} that hasn't gone out yet? I mean which sales orders",
			"undelivered orders {month} {year}",
		),
	},
	"so_open": {
		"en": (
			"open orders",
			"open sales orders pls",
			"Which sales orders have not been completed or closed yet?",
			"show me the orders that are still open",
		),
	},
	"so_customer": {
		"en": (
			"orders from {customer}",
			"which orders has {customer} placed with us?",
			"{customer} sales orders",
			"Could I have a list of all the orders we received from {customer}?",
		),
	},
	"so_since": {
		"en": (
			"orders since {day}",
			"what orders have come in since {day}?",
			"sales orders dated {day} or later",
			"show me all orders from {day} onwards",
		),
	},
	"so_item": {
		"en": (
			"orders with {item}",
			"which sales orders have {item} on them",
			"In which customer orders is the item {item} included?",
			"sales order containing {item}",
		),
	},
	"po_supplier": {
		"en": (
			"purchase orders {supplier}",
			"which orders did we place with {supplier}?",
			"all POs to {supplier}",
			"Please show me our purchase orders for the supplier {supplier}.",
		),
	},
	"po_open": {
		"en": (
			"open POs",
			"which purchase orders are still open?",
			"purchase orders not completed",
			"I would like to see the purchase orders that are still open, thank you.",
		),
	},
	"quotations_open": {
		"en": (
			"open quotes",
			"which quotations are still open?",
			"quotation status open",
			"list me the quotes we have open at the moment",
		),
	},
	"issues_open": {
		"en": (
			"open tickets",
			"what support issues are open right now?",
			"issue status open",
			"Which tickets are at the moment open?",
		),
	},
	"issues_customer": {
		"en": (
			"tickets from {customer}",
			"what issues has {customer} reported to us?",
			"{customer} support issues",
			"has {customer} ever opened tickets with us, show me",
		),
	},
	"issues_not_closed": {
		"en": (
			"tickets that arent closed",
			"all issues except the closed ones",
			"Which support issues have not been closed yet?",
			"issues not closed",
		),
	},
	"issues_days": {
		"en": (
			"issues last 30 days",
			"which tickets were opened in the past 30 days?",
			"what suport tickets came in over the last 30 days",
			"Please list the issues raised during the last thirty days.",
		),
	},
	"tasks_priority": {
		"en": (
			"high priority tasks",
			"tasks prio high",
			"Which tasks are marked as high priority?",
			"show all the tasks with priority high",
		),
	},
	"tasks_project": {
		"en": (
			"tasks in {project}",
			"what tasks belong to project {project}?",
			"{project} task list",
			"Can you show me which tasks we have for the project {project}?",
		),
	},
	"items_group": {
		"en": (
			"items in group {group}",
			"which products are in the {group} group?",
			"all items item group {group}",
			"what articles do we have under {group}",
		),
	},
	"items_brand": {
		"en": (
			"which {brand} products do we carry?",
			"items brand {brand}",
			"what do we have in our range from the brand {brand}",
			"all {brand} items",
		),
	},
	"items_reorder": {
		"en": (
			"what do we need to reorder?",
			"items below reorder level",
			"Which items have fallen under their reorder level?",
			"stuff that has to be reordered",
		),
	},
	"customers_all": {
		"en": (
			"customer list",
			"who are our customers?",
			"show all custmers",
			"I would be grateful for a list of all our customers.",
		),
	},
	"customers_territory": {
		"en": (
			"customers in {territory}",
			"which clients do we have in {territory}?",
			"customer territory {territory}",
			"who are our customers in the territory {territory}",
		),
	},
	"item_price": {
		"en": (
			"selling price {item}",
			"what do we charge for {item}?",
			"at customers now, what's the sales price of {item}",
			"For which price we are selling {item}?",
		),
	},
	"suppliers_all": {
		"en": (
			"all suppliers",
			"which vendors do we have?",
			"Please list every supplier we have in the system.",
			"supplier list",
		),
	},
	"employees_active": {
		"en": (
			"active employees",
			"who is currently working for us?",
			"employee list, only active ones",
			"which staff members are active at the moment",
		),
	},
	"dn_month": {
		"en": (
			"delivery notes {month}",
			"which delivery notes do we have from {month} {year}?",
			"all the delivery notes we wrote in {month}",
			"show me dilivery notes of month {month}",
		),
	},
	"si_latest": {
		"en": (
			"latest invoices",
			"show me the most recent sales invoices",
			"What are the newest invoices?",
			"invoices newest first",
		),
	},
	"si_biggest": {
		"en": (
			"biggest invoices",
			"which are our largest invoices?",
			"sales invoices by amount, highest first",
			"show me the invoices with the highest totals",
		),
	},
	"sales_customer_year": {
		"en": (
			"how much have we sold to {customer} this year?",
			"revenue {customer} {year}",
			"sales with {customer} so far this year",
			"Could you tell me our turnover with {customer} in {year}?",
		),
	},
	"sales_month": {
		"en": (
			"revenue {month}",
			"how much did we sell in {month}?",
			"net sales {month} {year}",
			"What was our turnover in the month {month}?",
		),
	},
	"sales_between": {
		"en": (
			"revenue between {day} and {later}",
			"how much did we sell from {day} to {later}?",
			"total sales {day} until {later}",
			"What were our net sales in the period from {day} to {later}?",
		),
	},
	"outstanding_customer": {
		"en": (
			"how much does {customer} owe us?",
			"outstanding amount {customer}",
			"how much money do we still have to get from {customer}",
			"total outstanding of {customer}",
		),
	},
	"outstanding_all": {
		"en": (
			"how much do our customers owe us altogether?",
			"total outstanding receivables",
			"What is the sum of everything still unpaid on our invoices?",
			"outstanding amount all invoices total",
		),
	},
	"po_total_supplier": {
		"en": (
			"total of our purchase orders with {supplier}",
			"how much money have we put into purchase orders to {supplier}?",
			"PO value {supplier} total",
			"what do all the purchase orders to {supplier} add up to",
		),
	},
	"so_average": {
		"en": (
			"average order value",
			"what is an order worth on average?",
			"avg sales order total",
			"How big is our average sales order in money?",
		),
	},
	"si_max": {
		"en": (
			"highest invoice amount",
			"how much was our largest invoice?",
			"max grand total sales invoice",
			"what's the most we ever charged on a single invoice",
		),
	},
	"stock_item": {
		"en": (
			"stock {item}",
			"how many {item} do we have in stock?",
			"qty on hand {item}",
			"what quantity of {item} have we still on stock in all warehouses together",
		),
	},
	"stock_item_warehouse": {
		"en": (
			"how many {item} are in {warehouse}?",
			"stock {item} {warehouse}",
			"Please tell me how much of {item} is on hand in the warehouse {warehouse}.",
			"qty of {item} at {warehouse}",
		),
	},
	"sales_per_customer": {
		"en": (
			"sales per customer",
			"how much have we sold to each customer?",
			"revenue by customer",
			"I'd like to see the turnover broken down by customer",
		),
	},
	"si_per_status": {
		"en": (
			"number of invoices by status",
			"how many invoices do we have in each status?",
			"sales invoice count per status",
		),
	},
	"top_customers": {
		"en": (
			"top 5 customers by revenue",
			"who are our five biggest customers by sales?",
			"which 5 customers bring us the most revenue",
			"5 best customers turnover",
		),
	},
	"items_per_group": {
		"en": (
			"how many items are in each item group?",
			"item count by group",
			"number of products per item group",
		),
	},
	"issues_open_per_customer": {
		"en": (
			"how many open tickets does each customer have?",
			"number of open issues per customer",
			"count open issues by customer",
		),
	},
	"record": {
		"en": (
			"what's the status of {order}",
			"phone number {customer}",
			"Tell me about {supplier}, please.",
			"when is {invoice} due?",
		),
	},
	"passage": {
		"en": (
			"what do I do when a customer has paid an invoice twice",
			"how long do customers have to return goods after delivery?",
			"payment terms for new customers",
			"Who has to sign off a purchase order above 10,000?",
			"how do i make a credit note for a returned delivery",
			"when do we send the first reminder for an overdue invoice",
			"late fee invoice more than 30 days overdue",
			"How many vacation days does an employee get per year?",
			"can an order still be changed once it's submitted",
			"do we have to get three quotes before we order from a supplier?",
			"What should be done with the open orders of a customer that goes bankrupt?",
			"how quickly do we have to respond to a high priority ticket",
			"rules for stock count at year end",
			"Could you tell me what the lease says about the notice period?",
			"how to set reorder level for item",
			"how long must we keep old invoices by law",
			"who pays when a shipment arrives damaged?",
			"difference between delivery note and sales invoice",
			"sick leave, from which day I must bring paper of doctor?",
			"how much discount am i allowed to give a customer without asking",
		),
	},
}
