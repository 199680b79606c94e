import { streetLineOf } from '../../../address/index.ts'
import type { Party, Seller } from '../../../model/billing.ts'
import { addressParts } from '../electronic-address.ts'
import { type Category, identifiersOf } from '../en16931/facts.ts'
import { ram, value } from './elements.ts'

export const sellerElement = (seller: Seller, category: Category) => {
  const { other, vatNumber, registration } = identifiersOf(seller, true, category)
  return ram(
    'SellerTradeParty',
    value('ID', other),
    value('Name', seller.name),
    value('Description', seller.legalNote),
    organisation(registration),
    ram(
      'DefinedTradeContact',
      value('PersonName', seller.contactName),
      ram('TelephoneUniversalCommunication', value('CompleteNumber', seller.phone)),
      ram('EmailURIUniversalCommunication', value('URIID', seller.email)),
    ),
    ...placeAndTax(seller, vatNumber),
  )
}

export const buyerElement = (buyer: Party, category: Category) => {
  const { vatNumber, registration } = identifiersOf(buyer, false, category)
  return ram(
    'BuyerTradeParty',
    value('Name', buyer.name),
    organisation(registration),
    ram('DefinedTradeContact', ram('EmailURIUniversalCommunication', value('URIID', buyer.email))),
    ...placeAndTax(buyer, vatNumber),
  )
}

const organisation = (registration: { id: string; scheme?: string } | undefined) =>
  registration &&
  ram(
    'SpecifiedLegalOrganization',
    value(
      'ID',
      registration.id,
      registration.scheme === undefined ? undefined : { schemeID: registration.scheme },
    ),
  )

const placeAndTax = ({ address, country, electronicAddress }: Party, vatNumber: string | null) => {
  const endpoint = electronicAddress ? addressParts(electronicAddress) : undefined
  return [
    ram(
      'PostalTradeAddress',
      value('PostcodeCode', address?.postalCode),
      value('LineOne', address && streetLineOf(address)),
      value('LineTwo', address?.addressLine2),
      value('CityName', address?.city),
      value('CountryID', country),
      value('CountrySubDivisionName', address?.region),
    ),
    endpoint && ram('URIUniversalCommunication', value('URIID', endpoint.id, { schemeID: endpoint.scheme })),
    vatNumber === null
      ? undefined
      : ram('SpecifiedTaxRegistration', value('ID', vatNumber, { schemeID: 'VA' })),
  ]
}
