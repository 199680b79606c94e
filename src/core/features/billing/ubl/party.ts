import { streetLineOf } from '../../../address/index.ts'
import type { Party, Seller } from '../../../model/billing.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { addressParts } from '../electronic-address.ts'
import { type Category, identifiersOf } from '../en16931/facts.ts'
import { aggregate, basic } from './elements.ts'

/** The seller of EN 16931, with whom to ask and what his own law wants. */
export const supplierElement = (seller: Seller, category: Category): XmlElement | undefined =>
  aggregate('AccountingSupplierParty', partyElement(seller, category, seller))

/** The buyer of EN 16931. */
export const customerElement = (buyer: Party, category: Category): XmlElement | undefined =>
  aggregate('AccountingCustomerParty', partyElement(buyer, category, undefined))

const partyElement = (
  party: Party,
  category: Category,
  seller: Seller | undefined,
): XmlElement | undefined => {
  const { other, vatNumber, registration } = identifiersOf(party, seller !== undefined, category)
  return aggregate(
    'Party',
    endpoint(party),
    aggregate('PartyIdentification', basic('ID', other)),
    address(party),
    vatNumber === null ? undefined : aggregate('PartyTaxScheme', basic('CompanyID', vatNumber), vatScheme),
    aggregate(
      'PartyLegalEntity',
      basic('RegistrationName', party.name),
      basic(
        'CompanyID',
        registration?.id,
        registration?.scheme === undefined ? undefined : { schemeID: registration.scheme },
      ),
      basic('CompanyLegalForm', seller?.legalNote),
    ),
    aggregate(
      'Contact',
      basic('Name', seller?.contactName),
      basic('Telephone', seller?.phone),
      basic('ElectronicMail', party.email),
    ),
  )
}

const endpoint = ({ electronicAddress }: Party): XmlElement | undefined => {
  if (!electronicAddress) return undefined
  const { scheme, id } = addressParts(electronicAddress)
  return basic('EndpointID', id, { schemeID: scheme })
}

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
