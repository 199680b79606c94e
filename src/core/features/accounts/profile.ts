import { addressLines, type Recipient, recipientToWire } from '../../address/index.ts'
import type { BillingProfileRow, Party } from '../../model/billing.ts'
import type { OrganisationRow, VatTreatment } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import { derivedTreatment, fitsCountry, isEuCountry } from './vat.ts'

/** Days until a monthly invoice is to be paid, unless an operator agrees on others. */
export const defaultPaymentTermDays = 14

/** What holds while an organisation has said nothing of its own. */
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

/** Where invoices go to: the billing address, else where the organisation's mail is posted. */
export const billingCountry = (
  profile: Pick<BillingProfileRow, 'address'>,
  organisation: Pick<OrganisationRow, 'country'>,
): string => profile.address?.country ?? organisation.country

/**
 * What an operator set, else what follows from the country and the VAT number. A reverse charge never outlives the
 * VAT number that it stands on.
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

/** Whether the tax can pass to the recipient: a business of another member state, with its VAT number. */
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

/** A party as it is printed: name, street, place, and the country where it is not the seller's. */
export const printedLines = (party: Party, originCountry: string): string[] => {
  const recipient: Recipient = {
    ...party.address,
    companyName: party.name,
    name: null,
    country: party.country,
  }
  return addressLines(recipient, originCountry)
}
