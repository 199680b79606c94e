import type { OrganisationRow, StandardTreatment, VatTreatment } from '../../model/organisations.ts'
import type { PricingSeller } from './seller.ts'

/** VAT facts of a seller's country. Each names its source and date. */
interface SellerCountry {
  treatment: StandardTreatment
  /** In whole per cent, because the API's `vatRate` is an integer. */
  rate: number
  rateSource: string
  /** Currency in which VAT must be stated (Directive 2006/112/EC, article 230); others are not invoiced. */
  currency: string
  /** Wording required by the country's law. */
  reverseCharge: string
  reverseChargeSource: string
  /** Required on unpaid invoices, in the country's language. */
  whileUnpaid?: { text: string; source: string }
  readOn: string
}

const rates = 'github.com/ibericode/vat-rates of 2025-08-12, agreeing with mindlink.lv/useful/vat-rates-in-eu'
const readOn = '2026-11-25'

/**
 * Countries whose sellers can invoice. For others, the rate or legal wording was not verified
 * (docs/design/billing.md).
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

/** Countries with fractional standard rates, with which invoices would be wrong. */
const brokenRates: Readonly<Record<string, number>> = { FI: 25.5, CH: 8.1 }

/** Why Lettershop issues no invoices for a seller. */
export type WhyNotInvoiced =
  | { code: 'rate_not_whole'; country: string; rate: number }
  | { code: 'not_verified'; country: string }
  | { code: 'currency'; country: string; currency: string }

export const sellerCountry = (country: string): SellerCountry | undefined =>
  Object.hasOwn(sellerCountries, country)
    ? sellerCountries[country as keyof typeof sellerCountries]
    : undefined

/**
 * Returns why sellers of a country can't invoice; undefined if they can. Prices, ledger and exports don't
 * depend on it.
 */
export const whyNotInvoiced = (country: string, currency: string): WhyNotInvoiced | undefined => {
  const known = sellerCountry(country)
  const rate = brokenRates[country]
  if (rate !== undefined) return { code: 'rate_not_whole', country, rate }
  if (!known) return { code: 'not_verified', country }
  return known.currency === currency ? undefined : { code: 'currency', country, currency: known.currency }
}

/** Rates in per cent. With a reverse charge, and outside the Union, the supply is taxed elsewhere. */
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

/**
 * Formats by member state, without spaces, dots and hyphens, as in the Commission's register. Only the format
 * is checked, offline, not whether a number was issued.
 */
const vatNumberPatterns: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(?:\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL\d{9}B\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{10}01$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
}

/** Monaco is part of France for VAT (Directive 2006/112/EC, article 7). */
const territoryOf = (country: string): string => (country === 'MC' ? 'FR' : country)

export const isEuCountry = (country: string): boolean =>
  Object.hasOwn(vatNumberPatterns, territoryOf(country))

export const isSameTerritory = (one: string, other: string): boolean =>
  territoryOf(one) === territoryOf(other)

/** `de 123.456-789` → `DE123456789`. */
export const tidyVatNumber = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '')

/**
 * True if a normalised VAT number has the country's format. Outside the Union any short tax number is
 * accepted.
 */
export const fitsCountry = (vatNumber: string, country: string): boolean =>
  (vatNumberPatterns[territoryOf(country)] ?? /^[A-Z0-9/]{2,20}$/).test(vatNumber)

/** Returns the seller's standard treatment; undefined for an unsupported seller. */
export const standardOf = (seller: Pick<PricingSeller, 'country' | 'currency'>) =>
  whyNotInvoiced(seller.country, seller.currency) ? undefined : sellerCountry(seller.country)?.treatment

/**
 * Returns the treatment without an operator's choice. A reverse charge needs a VAT number: without one, the
 * seller's VAT is charged.
 */
export const derivedTreatment = (
  country: string,
  vatNumber: string | null,
  seller: Pick<PricingSeller, 'country' | 'currency'>,
): VatTreatment => {
  const standard = standardOf(seller)
  if (standard === undefined) return 'NOT_INVOICED'
  if (!isEuCountry(country)) return 'NON_EU'
  return mayReverse(vatNumber, country, seller) ? 'EU_REVERSE_CHARGE' : standard
}

/** True for a business in another member state with a VAT number. */
export const mayReverse = (
  vatNumber: string | null,
  country: string,
  seller: Pick<PricingSeller, 'country'>,
): boolean =>
  !isSameTerritory(country, seller.country) &&
  isEuCountry(country) &&
  vatNumber !== null &&
  fitsCountry(vatNumber, country)

/**
 * Returns the VAT rate in per cent; 0 for an organisation that prints its own mail, which isn't sold to it.
 */
export const vatRateOf = ({
  billingMode,
  vatTreatment,
}: Pick<OrganisationRow, 'billingMode' | 'vatTreatment'>): number =>
  billingMode === 'OWN_MAIL' ? 0 : vatRates[vatTreatment]
