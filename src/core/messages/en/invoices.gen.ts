// Made by `node scripts/generate-messages.ts`. Do not edit.
export type Messages = {
  /** Invoice */
  "invoice": string
  /** Credit note */
  "creditNote": string
  /** Date */
  "date": string
  /** Due */
  "due": string
  /** Supplied */
  "supplied": string
  /** {from} to {to} */
  "period": (values: { from: string; to: string }) => string
  /** Takes back */
  "takesBack": string
  /** Invoice {number} of {date} */
  "invoiceOf": (values: { number: string; date: string }) => string
  /** Your VAT no. */
  "yourVatNumber": string
  /** Your company no. */
  "yourCompanyNumber": string
  /** Your reference */
  "yourReference": string
  /** Your order */
  "yourOrder": string
  /** VAT no. {number} */
  "vatNumber": (values: { number: string }) => string
  /** Company no. {number} */
  "companyNumber": (values: { number: string }) => string
  /** Description */
  "description": string
  /** Quantity */
  "quantity": string
  /** Unit price */
  "unitPrice": string
  /** VAT */
  "vat": string
  /** Amount */
  "amount": string
  /** Subtotal without VAT */
  "subtotal": string
  /** VAT {rate}% of {amount} */
  "vatOf": (values: { rate: string; amount: string }) => string
  /** Total {currency} */
  "total": (values: { currency: string }) => string
  /** Reason: {text} */
  "reason": (values: { text: string }) => string
  /** Page {number} of {pages} */
  "page": (values: { number: string; pages: string }) => string
  /** Not a tax document: no seller is configured on this server yet. */
  "noSeller": string
  /** Set against what is open; what was paid is paid back. */
  "settled": string
  /** Paid on {date}. Nothing is to be paid. */
  "paidOn": (values: { date: string }) => string
  /** Please transfer {sum}{account, select, none {} iban { to {iban}} other { to {iban} ({bic})}} by {due}, naming {number}. */
  "transfer": (values: { sum: string; account: string; iban: string; bic: string; due: string; number: string }) => string
  /** Reverse charge */
  "reverseChargeTerm": string
  /** Reverse charge{isOwnTerm, select, true {} other { ({law})}}: VAT is due by the recipient, articles 44 and 196 of Directive 2006/112/EC. */
  "reverseCharge": (values: { isOwnTerm: boolean; law: string }) => string
  /** Outside the scope of EU VAT: supplied outside the European Union, article 44 of Directive 2006/112/EC. */
  "outsideUnion": string
  /** Balance top-up of {sum} */
  "topUp": (values: { sum: string }) => string
  /** Paid from the balance */
  "fromBalance": string
  /** Carried over from the balance */
  "carriedOver": string
  /** Part of invoice {number} */
  "partOf": (values: { number: string }) => string
  /** not sent */
  "notSent": string
  /** Cost centre: {name} */
  "billingGroup": (values: { name: string }) => string
  "zones": {
    /** domestic */
    "domestic": string
    /** europe */
    "europe": string
    /** world */
    "world": string
  }
  /** {title} of {seller} */
  "mailSubject": (values: { title: string; seller: string }) => string
  /** {title} for {buyer}: {sum} with VAT. */
  "mailText": (values: { title: string; buyer: string; sum: string }) => string
  /** The PDF is in the portal, under billing: {address} */
  "mailPlace": (values: { address: string }) => string
}

export const messages: Messages = {"invoice":`Invoice`,"creditNote":`Credit note`,"date":`Date`,"due":`Due`,"supplied":`Supplied`,"period":(v)=>`${v.from} to ${v.to}`,"takesBack":`Takes back`,"invoiceOf":(v)=>`Invoice ${v.number} of ${v.date}`,"yourVatNumber":`Your VAT no.`,"yourCompanyNumber":`Your company no.`,"yourReference":`Your reference`,"yourOrder":`Your order`,"vatNumber":(v)=>`VAT no. ${v.number}`,"companyNumber":(v)=>`Company no. ${v.number}`,"description":`Description`,"quantity":`Quantity`,"unitPrice":`Unit price`,"vat":`VAT`,"amount":`Amount`,"subtotal":`Subtotal without VAT`,"vatOf":(v)=>`VAT ${v.rate}% of ${v.amount}`,"total":(v)=>`Total ${v.currency}`,"reason":(v)=>`Reason: ${v.text}`,"page":(v)=>`Page ${v.number} of ${v.pages}`,"noSeller":`Not a tax document: no seller is configured on this server yet.`,"settled":`Set against what is open; what was paid is paid back.`,"paidOn":(v)=>`Paid on ${v.date}. Nothing is to be paid.`,"transfer":(v)=>`Please transfer ${v.sum}${v.account==="none"?``:v.account==="iban"?` to ${v.iban}`:` to ${v.iban} (${v.bic})`} by ${v.due}, naming ${v.number}.`,"reverseChargeTerm":`Reverse charge`,"reverseCharge":(v)=>`Reverse charge${v.isOwnTerm?``:` (${v.law})`}: VAT is due by the recipient, articles 44 and 196 of Directive 2006/112/EC.`,"outsideUnion":`Outside the scope of EU VAT: supplied outside the European Union, article 44 of Directive 2006/112/EC.`,"topUp":(v)=>`Balance top-up of ${v.sum}`,"fromBalance":`Paid from the balance`,"carriedOver":`Carried over from the balance`,"partOf":(v)=>`Part of invoice ${v.number}`,"notSent":`not sent`,"billingGroup":(v)=>`Cost centre: ${v.name}`,"zones":{"domestic":`domestic`,"europe":`europe`,"world":`world`},"mailSubject":(v)=>`${v.title} of ${v.seller}`,"mailText":(v)=>`${v.title} for ${v.buyer}: ${v.sum} with VAT.`,"mailPlace":(v)=>`The PDF is in the portal, under billing: ${v.address}`}
