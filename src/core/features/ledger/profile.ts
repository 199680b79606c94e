import { addressLines, type Recipient, recipientToWire } from '../../address/index.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { BillingProfileRow, InvoiceLanguage, Party } from '../../model/billing.ts'
import type { OrganisationRow, VatTreatment } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import type { PricingSeller } from './seller.ts'
import { derivedTreatment, mayReverse, standardOf } from './vat.ts'

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
  orderReference: null,
  electronicAddress: null,
  language: null,
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
 * The VAT treatment that an operator set, or else the one that follows from the seller, country and VAT
 * number. A reverse charge ends with the VAT number that it is based on, and a standard rate that was set is
 * that of the seller, also of a later one.
 */
export const treatmentOf = (
  profile: Pick<BillingProfileRow, 'address' | 'vatNumber' | 'vatTreatment'>,
  organisation: Pick<OrganisationRow, 'country'>,
  seller: Pick<PricingSeller, 'country' | 'currency'>,
): VatTreatment => {
  const country = billingCountry(profile, organisation)
  const derived = derivedTreatment(country, profile.vatNumber, seller)
  const { vatTreatment } = profile
  if (vatTreatment === null || vatTreatment === 'NOT_INVOICED' || derived === 'NOT_INVOICED') return derived
  if (vatTreatment === 'NON_EU') return vatTreatment
  if (vatTreatment !== 'EU_REVERSE_CHARGE') return standardOf(seller) ?? derived
  return mayReverse(profile.vatNumber, country, seller) ? vatTreatment : derived
}

/** The organisation as invoices name it. */
export const buyerOf = (profile: BillingProfileRow, organisation: OrganisationRow): Party => ({
  name: profile.name ?? organisation.name,
  address: profile.address ? recipientToWire(profile.address) : null,
  country: billingCountry(profile, organisation),
  vatNumber: profile.vatNumber,
  companyNumber: profile.companyNumber,
  email: profile.email,
  electronicAddress: profile.electronicAddress,
})

/** Countries whose authorities write in one of the languages of invoices other than English. */
const languages: Readonly<Record<string, InvoiceLanguage>> = {
  NL: 'nl',
  BE: 'nl',
  SR: 'nl',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  LI: 'de',
  FR: 'fr',
  LU: 'fr',
  MC: 'fr',
}

/** The language that was chosen for invoices, or else that of the country: English where there is none. */
export const languageOf = (
  profile: Pick<BillingProfileRow, 'address' | 'language'>,
  organisation: Pick<OrganisationRow, 'country'>,
): InvoiceLanguage => profile.language ?? languages[billingCountry(profile, organisation)] ?? 'en'

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

/** The job that writes to every organisation how it is taxed, after the seller's country or the currency has changed. */
export const treatmentsJob = (now: number): NewJob => ({
  kind: 'billing.treatments',
  subject: 'all',
  organisationId: null,
  mode: null,
  dueAt: now,
})
