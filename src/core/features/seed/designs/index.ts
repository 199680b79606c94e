import type { TemplateDocumentInput } from '../../../template/document.ts'
import { sampleIds } from '../../products/install-catalogue.ts'
import { energyLetters } from './energy.ts'
import { floristPostcard } from './florist.ts'
import { restaurantPostcard } from './restaurant.ts'

export interface Design {
  /** Id in the template library. */
  id: string
  description: string
  /** Name of the template and of the Postflow. */
  name: string
  specificationId: string
  document: TemplateDocumentInput
  /** Forms for sheets whose zones the first document covers. */
  otherDocuments?: readonly TemplateDocumentInput[]
  advertisingCategory: string
  /** The destination of QR codes of test mail. */
  trackingTargetUrl: string
}

/** Each has a tracking QR code and the address, and needs only `firstName`. */
export const designs: readonly Design[] = [
  {
    id: 'florist-postcard',
    description: 'A postcard with a greeting by name and a tracked QR code.',
    name: 'Welcome card',
    specificationId: sampleIds.a6,
    document: floristPostcard,
    advertisingCategory: 'retail',
    trackingTargetUrl: 'https://example.com/flowers',
  },
  {
    id: 'restaurant-postcard',
    description: 'A large postcard that invites to a table, with a tracked QR code.',
    name: 'Dinner invitation',
    specificationId: sampleIds.a5,
    document: restaurantPostcard,
    advertisingCategory: 'food',
    trackingTargetUrl: 'https://example.com/table',
  },
  {
    id: 'energy-letter',
    description: 'A letter for a window envelope, with an offer and a tracked QR code.',
    name: 'Offer letter',
    specificationId: sampleIds.c5,
    document: energyLetters.windowLeft,
    otherDocuments: [energyLetters.windowRight],
    advertisingCategory: 'energy',
    trackingTargetUrl: 'https://example.com/visit',
  },
]
