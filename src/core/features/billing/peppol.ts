import type { InvoiceRow, Party, PeppolNeed, Seller } from '../../model/billing.ts'
import { isKnown } from '../ledger/seller.ts'
import { sellerCountry } from '../ledger/vat-countries.ts'
import { registration } from './electronic-address.ts'

/** The parts of an invoice, or of one that is to come, on which it depends. */
export interface PeppolFacts {
  seller: Seller
  buyer: Party
  reference: string | null
  orderReference: string | null
}

/**
 * What keeps an invoice from being valid by Peppol BIS Billing 3, with the rules of the Netherlands and of
 * Germany, which its schematron holds against their sellers. Nothing is missing: it is valid.
 */
export const peppolMissing = ({ seller, buyer, reference, orderReference }: PeppolFacts): PeppolNeed[] => {
  const dutch = seller.country === 'NL'
  const betweenDutch = dutch && buyer.country === 'NL'
  const betweenGermans = seller.country === 'DE' && buyer.country === 'DE'
  const needs: [PeppolNeed, boolean][] = [
    ['buyer.electronicAddress', !buyer.electronicAddress],
    // DE-R-015 takes no order's number in place of the reference.
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

/** By which rules the electronic invoice is written. */
export const electronicFormat = (
  invoice: Pick<InvoiceRow, 'seller' | 'buyer' | 'reference' | 'orderReference'>,
): 'PEPPOL_BIS_3' | 'EN_16931' | 'NONE' => {
  if (!isKnown(invoice.seller)) return 'NONE'
  return peppolMissing(invoice).length === 0 ? 'PEPPOL_BIS_3' : 'EN_16931'
}

const hasPlace = ({ address }: Party): boolean => Boolean(address?.city && address.postalCode)

const isWhole = (party: Party): boolean => hasPlace(party) && Boolean(party.address?.street)

/** NL-R-003 and NL-R-005: where a Dutch party has a number, it is of the trade register or an OIN. */
const isOfNoRegister = ({ country, companyNumber }: Party): boolean =>
  companyNumber !== null && registration(country, companyNumber).scheme === undefined
