import { streetLineOf } from '../../../address/index.ts'
import type { Party } from '../../../model/billing.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { aggregate, basic } from './elements.ts'

/**
 * A party of EN 16931. With `vatless`, for an invoice not subject to VAT, no party may show a VAT number
 * (BR-O-02 to BR-O-04): the seller's number then serves as another identifier, since BR-CO-26 requires one.
 */
export const partyElement = (
  role: 'AccountingSupplierParty' | 'AccountingCustomerParty',
  party: Party,
  vatless: boolean,
): XmlElement | undefined =>
  aggregate(
    role,
    aggregate(
      'Party',
      vatless && role === 'AccountingSupplierParty'
        ? aggregate('PartyIdentification', basic('ID', party.vatNumber))
        : undefined,
      address(party),
      !vatless && party.vatNumber !== null
        ? aggregate('PartyTaxScheme', basic('CompanyID', party.vatNumber), vatScheme)
        : undefined,
      aggregate(
        'PartyLegalEntity',
        basic('RegistrationName', party.name),
        basic('CompanyID', party.companyNumber),
      ),
      aggregate('Contact', basic('ElectronicMail', party.email)),
    ),
  )

export const vatScheme = aggregate('TaxScheme', basic('ID', 'VAT'))

const address = ({ address, country }: Party): XmlElement | undefined => {
  return aggregate(
    'PostalAddress',
    basic('StreetName', address && streetLineOf(address)),
    basic('AdditionalStreetName', address?.addressLine2),
    basic('CityName', address?.city),
    basic('PostalZone', address?.postalCode),
    basic('CountrySubentity', address?.region),
    aggregate('Country', basic('IdentificationCode', country)),
  )
}
