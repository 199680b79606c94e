import type { OrganisationRow, VatTreatment } from '../../model/organisations.ts'
import type { PricingSeller } from './seller.ts'
import { sellerCountry, vatRates, whyNotInvoiced } from './vat-countries.ts'

/**
 * The forms of VAT numbers of the member states, without spaces, dots and hyphens, as in the Commission's
 * register. Only the form is checked offline, not whether a number was issued.
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

/** Whether two countries are one for VAT. */
export const isSameTerritory = (one: string, other: string): boolean =>
  territoryOf(one) === territoryOf(other)

/** Normalises a VAT number, `de 123.456-789` → `DE123456789`, since spellings differ. */
export const tidyVatNumber = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '')

/**
 * Whether a normalised number has the form of the country's VAT numbers. Outside the Union any short tax
 * number is accepted.
 */
export const fitsCountry = (vatNumber: string, country: string): boolean =>
  (vatNumberPatterns[territoryOf(country)] ?? /^[A-Z0-9/]{2,20}$/).test(vatNumber)

/** The treatment at the standard rate of a seller's country; undefined where he does not invoice from here. */
export const standardOf = (seller: Pick<PricingSeller, 'country' | 'currency'>) =>
  whyNotInvoiced(seller.country, seller.currency) ? undefined : sellerCountry(seller.country)?.treatment

/**
 * The VAT treatment of invoices to a buyer in this country, seen from the seller's (docs/design/billing.md). A
 * reverse charge needs a business, which only a VAT number proves: without one, the seller's VAT is charged.
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

/** Whether a reverse charge is possible: for a business in another member state with a VAT number. */
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
 * The VAT rate, in per cent, of invoices to an organisation; 0 for one that prints its own mail, which is not
 * sold to it.
 */
export const vatRateOf = ({
  billingMode,
  vatTreatment,
}: Pick<OrganisationRow, 'billingMode' | 'vatTreatment'>): number =>
  billingMode === 'OWN_MAIL' ? 0 : vatRates[vatTreatment]
