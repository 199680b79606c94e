import { addressLines, type Recipient, recipientToWire } from '../../address/index.ts'
import type { BillingProfileRow, Party } from '../../model/billing.ts'
import type { OrganisationRow, VatTreatment } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import { derivedTreatment, fitsCountry, isEuCountry } from './vat.ts'

/** Days until a monthly invoice is due, unless an operator agrees on another number. */
export const defaultPaymentTermDays = 14

/** The billing profile of an organisation that has set nothing. */
export const emptyProfile = (organisationId: string, now: number): BillingProfileRow => ({
  id: organisationId,
  organisationId,
  name: null,
  address: null,
  email: null,
  vatNumber: null,
  companyNumber: null,
  reference: null,
  vatTreatment: null,
  paymentTermDays: defaultPaymentTermDays,
  createdAt: now,
  updatedAt: now,
})

export const profileOf = async (
  rows: Pick<Rows, 'billingProfiles'>,
  organisation: Pick<OrganisationRow, 'id' | 'createdAt'>,
): Promise<BillingProfileRow> =>
  (await rows.billingProfiles.get({ organisationId: organisation.id }, organisation.id)) ??
  emptyProfile(organisation.id, organisation.createdAt)

/** The country of the billing address, or else the one in which the organisation's mail is posted. */
export const billingCountry = (
  profile: Pick<BillingProfileRow, 'address'>,
  organisation: Pick<OrganisationRow, 'country'>,
): string => profile.address?.country ?? organisation.country

/**
 * The VAT treatment that an operator set, or else the one that follows from country and VAT number. A reverse
 * charge ends with the VAT number that it is based on.
 */
export const treatmentOf = (
  profile: Pick<BillingProfileRow, 'address' | 'vatNumber' | 'vatTreatment'>,
  organisation: Pick<OrganisationRow, 'country'>,
): VatTreatment => {
  const country = billingCountry(profile, organisation)
  const { vatTreatment } = profile
  if (
    vatTreatment !== null &&
    (vatTreatment !== 'EU_REVERSE_CHARGE' || mayReverse(profile.vatNumber, country))
  ) {
    return vatTreatment
  }
  return derivedTreatment(country, profile.vatNumber)
}

/** Whether a reverse charge is possible: for a business in another member state with a VAT number. */
export const mayReverse = (vatNumber: string | null, country: string): boolean =>
  country !== 'NL' && isEuCountry(country) && vatNumber !== null && fitsCountry(vatNumber, country)

/** The organisation as invoices name it. */
export const buyerOf = (profile: BillingProfileRow, organisation: OrganisationRow): Party => ({
  name: profile.name ?? organisation.name,
  address: profile.address ? recipientToWire(profile.address) : null,
  country: billingCountry(profile, organisation),
  vatNumber: profile.vatNumber,
  companyNumber: profile.companyNumber,
  email: profile.email,
})

/** The printed lines of a party: name, street, place, and the country where it differs from the seller's. */
export const printedLines = (party: Party, originCountry: string): string[] => {
  const recipient: Recipient = {
    ...party.address,
    companyName: party.name,
    name: null,
    country: party.country,
  }
  return addressLines(recipient, originCountry)
}
