import type { StandardTreatment, VatTreatment } from '../../model/organisations.ts'

/** What is known about the invoices of sellers in one country. Each fact names where it was read, and when. */
interface SellerCountry {
  treatment: StandardTreatment
  /** The standard rate of VAT in whole per cent, because the API's `vatRate` is an integer. */
  rate: number
  rateSource: string
  /** VAT is stated in it (Directive 2006/112/EC, article 230); invoices in another currency are not written. */
  currency: string
  /** The words by which the country's law wants a reverse charge to be named. */
  reverseCharge: string
  reverseChargeSource: string
  /** What the country's law wants on an invoice that is still to be paid, in its own language. */
  whileUnpaid?: { text: string; source: string }
  readOn: string
}

const rates = 'github.com/ibericode/vat-rates of 2025-08-12, agreeing with mindlink.lv/useful/vat-rates-in-eu'
const readOn = '2026-11-25'

/**
 * The countries whose sellers invoice from here. Others lack a rate, or the wording of their law was not
 * read: nothing is guessed for them (docs/design/billing.md).
 */
export const sellerCountries = {
  NL: {
    treatment: 'NL_STANDARD',
    rate: 21,
    rateSource: rates,
    currency: 'EUR',
    reverseCharge: 'btw verlegd',
    reverseChargeSource: 'Directive 2006/112/EC, article 226 (11a), in Dutch',
    readOn,
  },
  AT: {
    treatment: 'AT_STANDARD',
    rate: 20,
    rateSource: rates,
    currency: 'EUR',
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',
    reverseChargeSource: 'UStG 1994 § 11 (1a), ris.bka.gv.at, as of 2024-07-19',
    readOn,
  },
  BE: {
    treatment: 'BE_STANDARD',
    rate: 21,
    rateSource: rates,
    currency: 'EUR',
    reverseCharge: 'btw verlegd / autoliquidation',
    reverseChargeSource:
      'Circular AFZ 2/2013 of 2013-01-23; Directive 2006/112/EC, article 226 (11a), in French',
    readOn,
  },
  DE: {
    treatment: 'DE_STANDARD',
    rate: 19,
    rateSource: rates,
    currency: 'EUR',
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',
    reverseChargeSource: 'UStG § 14a (1) and (5), as of 2024-03-27',
    readOn,
  },
  FR: {
    treatment: 'FR_STANDARD',
    rate: 20,
    rateSource: rates,
    currency: 'EUR',
    reverseCharge: 'Autoliquidation',
    reverseChargeSource: 'CGI, annexe II, article 242 nonies A, I, 13°',
    whileUnpaid: {
      text:
        'Pas d’escompte pour paiement anticipé. En cas de retard de paiement : pénalités au taux de la BCE majoré ' +
        'de 10 points et indemnité forfaitaire de 40 € pour frais de recouvrement (articles L441-9, L441-10 et ' +
        'D441-5 du code de commerce).',
      source: 'livv.eu/glossaire/conditions-de-reglement; legifiscal.fr on the default rate',
    },
    readOn,
  },
} as const satisfies Readonly<Record<string, SellerCountry>>

/** Standard rates that no whole number says, so that invoices would be wrong. */
const brokenRates: Readonly<Record<string, number>> = { FI: 25.5, CH: 8.1 }

/** Why a seller's invoices are not written here. */
export type WhyNotInvoiced =
  | { code: 'rate_not_whole'; country: string; rate: number }
  | { code: 'not_verified'; country: string }
  | { code: 'currency'; country: string; currency: string }

export const sellerCountry = (country: string): SellerCountry | undefined =>
  Object.hasOwn(sellerCountries, country)
    ? sellerCountries[country as keyof typeof sellerCountries]
    : undefined

/**
 * Why sellers of a country do not invoice in a currency; undefined where they do. Prices, ledger and exports
 * do not depend on it.
 */
export const whyNotInvoiced = (country: string, currency: string): WhyNotInvoiced | undefined => {
  const known = sellerCountry(country)
  const rate = brokenRates[country]
  if (rate !== undefined) return { code: 'rate_not_whole', country, rate }
  if (!known) return { code: 'not_verified', country }
  return known.currency === currency ? undefined : { code: 'currency', country, currency: known.currency }
}

/** The rate of each treatment. With a reverse charge, and outside the Union, the supply is taxed elsewhere. */
export const vatRates: Readonly<Record<VatTreatment, number>> = {
  NL_STANDARD: sellerCountries.NL.rate,
  AT_STANDARD: sellerCountries.AT.rate,
  BE_STANDARD: sellerCountries.BE.rate,
  DE_STANDARD: sellerCountries.DE.rate,
  FR_STANDARD: sellerCountries.FR.rate,
  EU_REVERSE_CHARGE: 0,
  NON_EU: 0,
  NOT_INVOICED: 0,
}
