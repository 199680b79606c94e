import { words } from '../../messages/index.svelte.ts'

/** Texts about cost centres, shared with forms and lists of mail. */
export const c = words({
  en: {
    costCentre: 'Cost centre',
    costCentres: 'Cost centres',
    hint: 'Optional. Invoices have a line for each.',
    itemHint: 'Optional. Empty: that of the Postflow.',
    anyCostCentre: 'Any cost centre',
    period: 'Period',
    periods: { '7': '7 days', '30': '30 days', '90': '90 days', '365': 'A year' },
    made: 'Created',
    sent: 'Sent',
    spend: 'Cost, without VAT',
    wouldSpend: 'Would have cost, without VAT',
    rest: 'Without a cost centre',
    total: 'All',
    text: 'A cost centre is the name under which a department books its mail. It is given with an item, a Postflow or a mailing, and stands on each line of an invoice.',
    none: 'No cost centres yet',
    noneText:
      'Fill in a cost centre when you make an item, a Postflow or a mailing. What each has cost then stands here, and on the lines of invoices.',
  },
  nl: {
    costCentre: 'Kostenplaats',
    costCentres: 'Kostenplaatsen',
    hint: 'Mag leeg blijven. Facturen hebben voor elke kostenplaats een regel.',
    itemHint: 'Mag leeg blijven. Leeg: die van de Postflow.',
    anyCostCentre: 'Elke kostenplaats',
    period: 'Periode',
    periods: { '7': '7 dagen', '30': '30 dagen', '90': '90 dagen', '365': 'Een jaar' },
    made: 'Aangemaakt',
    sent: 'Verstuurd',
    spend: 'Kosten, zonder btw',
    wouldSpend: 'Had gekost, zonder btw',
    rest: 'Zonder kostenplaats',
    total: 'Alles',
    text: 'Een kostenplaats is de naam waaronder een afdeling haar post boekt. Je geeft hem bij een poststuk, een Postflow of een mailing, en hij staat bij elke regel van een factuur.',
    none: 'Nog geen kostenplaatsen',
    noneText:
      'Vul een kostenplaats in bij een poststuk, een Postflow of een mailing. Wat elk heeft gekost staat dan hier, en bij de regels van facturen.',
  },
  ownMail: { en: { hint: 'Optional.' }, nl: { hint: 'Mag leeg blijven.' } },
})
