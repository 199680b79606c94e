import * as v from 'valibot'
import type { InvoiceRow, Party, PeppolNeed, Seller } from '../../../model/billing.ts'
import { isKnown } from '../../ledger/seller.ts'
import { sellerCountry } from '../../ledger/vat.ts'
import { billingSentences } from '../sentences.ts'

/** Peppol's list of schemes (EAS, as of release 3.0.19). */
const schemes = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0177 0183 0184 0188 0190 0191 0192 0193 0195 ' +
    '0196 0198 0199 0200 0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 0235 9910 9913 9914 ' +
    '9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 ' +
    '9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959'
  ).split(' '),
)

const digitsOf = (text: string): number[] => [...text].map(Number)

/** Returns the weighted sum of the digits. Weights repeat. */
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, at) => sum + digit * weights[at % weights.length]!, 0)

/** True if the last digit is the check digit. `checkOf` gets the other digits, from the right. */
const endsIn = (text: string, checkOf: (fromRight: number[]) => number): boolean => {
  const digits = digitsOf(text)
  return checkOf(digits.slice(0, -1).reverse()) === digits.at(-1)
}

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)

/** True if the last two digits are 97 minus the remainder of the first eight modulo 97. */
export const isBelgianNumber = (text: string): boolean =>
  /^\d{10}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))

/** Numbers whose form or check digits Peppol enforces. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  // Sweden.
  '0007': (text) =>
    /^\d{10}$/.test(text) &&
    endsIn(text, (digits) => {
      const sum = digits.reduce((all, digit, at) => all + (at % 2 === 0 ? doubled(digit) : digit), 0)
      return (10 - (sum % 10)) % 10
    }),
  // GS1.
  '0088': (text) =>
    /^\d{13}$/.test(text) && endsIn(text, (digits) => (10 - (weighted(digits, [3, 1]) % 10)) % 10),
  // KvK.
  '0106': (text) => /^\d{8}$/.test(text),
  // Australia.
  '0151': (text) =>
    /^\d{11}$/.test(text) &&
    (weighted(digitsOf(text), [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
  // Denmark.
  '0184': (text) => /^(?:DK)?\d{8}$/.test(text),
  // OIN.
  '0190': (text) => /^\d{20}$/.test(text),
  // Norway.
  '0192': (text) =>
    /^\d{9}$/.test(text) && endsIn(text, (digits) => (11 - (weighted(digits, [2, 3, 4, 5, 6, 7]) % 11)) % 11),
  '0208': isBelgianNumber,
}

const parts = /^(\d{4}):([A-Za-z0-9][A-Za-z0-9._:/+-]{0,99})$/

/** Peppol's notation: `0106:12345678`. */
export const electronicAddress = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(parts, billingSentences.message('invalid_format.electronic_address')),
  v.check(
    (text) => schemes.has(text.slice(0, 4)),
    billingSentences.message('invalid_value.electronic_scheme'),
  ),
  v.check(
    (text) => forms[text.slice(0, 4)]?.(text.slice(5)) ?? true,
    billingSentences.message('invalid_value.electronic_address'),
  ),
)

export const addressParts = (address: string): { scheme: string; id: string } => ({
  scheme: address.slice(0, 4),
  id: address.slice(5),
})

/** Sets the ISO 6523 scheme, and removes spaces and dots, if country and form determine the scheme. */
export const registration = (country: string, companyNumber: string): { id: string; scheme?: string } => {
  const id = companyNumber.replace(/[\s.]/g, '')
  const scheme = schemeOf(country, id)
  return scheme === undefined ? { id: companyNumber } : { id, scheme }
}

const schemeOf = (country: string, id: string): string | undefined => {
  if (country === 'BE') return isBelgianNumber(id) ? '0208' : undefined
  const byLength: Readonly<Record<string, Readonly<Record<number, string>>>> = {
    NL: { 8: '0106', 20: '0190' },
    FR: { 9: '0002', 14: '0009' },
  }
  return /^\d+$/.test(id) ? byLength[country]?.[id.length] : undefined
}

/** The facts that determine the electronic format of an issued or future invoice. */
export interface PeppolFacts {
  seller: Seller
  buyer: Party
  reference: string | null
  orderReference: string | null
}

/** Returns what is missing for Peppol BIS Billing 3 with the Dutch and German rules of its schematron. */
export const peppolMissing = ({ seller, buyer, reference, orderReference }: PeppolFacts): PeppolNeed[] => {
  const dutch = seller.country === 'NL'
  const betweenDutch = dutch && buyer.country === 'NL'
  const betweenGermans = seller.country === 'DE' && buyer.country === 'DE'
  const needs: [PeppolNeed, boolean][] = [
    ['buyer.electronicAddress', !buyer.electronicAddress],
    // DE-R-015 does not accept an order number instead of the reference.
    ['buyer.reference', betweenGermans ? reference === null : (reference ?? orderReference) === null],
    ['buyer.address', (betweenDutch && !isWhole(buyer)) || (betweenGermans && !hasPlace(buyer))],
    ['buyer.companyNumber', betweenDutch && isOfNoRegister(buyer)],
    ['seller.electronicAddress', !seller.electronicAddress],
    ['seller.companyNumber', dutch && isOfNoRegister(seller)],
    ['seller.iban', (dutch || betweenGermans) && seller.iban === null],
    ['seller.contact', betweenGermans && !(seller.contactName && seller.phone && seller.email)],
    ['seller.country', sellerCountry(seller.country) === undefined],
  ]
  return needs.flatMap(([need, isMissing]) => (isMissing ? [need] : []))
}

export const electronicFormat = (
  invoice: Pick<InvoiceRow, 'seller' | 'buyer' | 'reference' | 'orderReference'>,
): 'PEPPOL_BIS_3' | 'EN_16931' | 'NONE' => {
  if (!isKnown(invoice.seller)) return 'NONE'
  return peppolMissing(invoice).length === 0 ? 'PEPPOL_BIS_3' : 'EN_16931'
}

const hasPlace = ({ address }: Party): boolean => Boolean(address?.city && address.postalCode)

const isWhole = (party: Party): boolean => hasPlace(party) && Boolean(party.address?.street)

/** NL-R-003 and NL-R-005: the number of a Dutch party must be a trade register number or an OIN. */
const isOfNoRegister = ({ country, companyNumber }: Party): boolean =>
  companyNumber !== null && registration(country, companyNumber).scheme === undefined
