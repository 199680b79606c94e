import type { OrganisationRow, VatTreatment } from '../../model/organisations.ts'

/**
 * VAT rates in per cent. With a reverse charge, and outside the Union, the supply is taxed elsewhere, as the
 * invoice says.
 */
export const vatRates: Readonly<Record<VatTreatment, number>> = {
  NL_STANDARD: 21,
  EU_REVERSE_CHARGE: 0,
  NON_EU: 0,
}

/** The statement that an invoice without VAT must carry (Directive 2006/112/EC, article 226). */
export const vatWording: Readonly<Record<VatTreatment, string | null>> = {
  NL_STANDARD: null,
  EU_REVERSE_CHARGE:
    'Reverse charge (btw verlegd): VAT is due by the recipient, articles 44 and 196 of Directive 2006/112/EC.',
  NON_EU:
    'Outside the scope of EU VAT: supplied outside the European Union, article 44 of Directive 2006/112/EC.',
}

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

export const isEuCountry = (country: string): boolean => Object.hasOwn(vatNumberPatterns, country)

/** Normalises a VAT number, `de 123.456-789` → `DE123456789`, since spellings differ. */
export const tidyVatNumber = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '')

/**
 * Whether a normalised number has the form of the country's VAT numbers. Outside the Union any short tax
 * number is accepted.
 */
export const fitsCountry = (vatNumber: string, country: string): boolean =>
  (vatNumberPatterns[country] ?? /^[A-Z0-9/]{2,20}$/).test(vatNumber)

/**
 * The VAT treatment of invoices to a buyer in this country, seen from the Netherlands (decision 92). A
 * reverse charge needs a business, which only a VAT number proves: without one, Dutch VAT is charged.
 */
export const derivedTreatment = (country: string, vatNumber: string | null): VatTreatment => {
  if (!isEuCountry(country)) return 'NON_EU'
  const abroad = country !== 'NL' && vatNumber !== null && fitsCountry(vatNumber, country)
  return abroad ? 'EU_REVERSE_CHARGE' : 'NL_STANDARD'
}

/**
 * The VAT rate, in per cent, of invoices to an organisation; 0 for one that prints its own mail, which is not
 * sold to it.
 */
export const vatRateOf = ({
  billingMode,
  vatTreatment,
}: Pick<OrganisationRow, 'billingMode' | 'vatTreatment'>): number =>
  billingMode === 'OWN_MAIL' ? 0 : vatRates[vatTreatment]
