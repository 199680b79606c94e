import { operationsOf } from '../../../engine/operation.ts'
import * as billing from './billing.ts'
import * as billingTerms from './billing-terms.ts'
import * as billingTopUps from './billing-top-ups.ts'
import * as invoices from './invoices.ts'
import * as seller from './seller.ts'

export const billingOperations = operationsOf(billing, billingTerms, billingTopUps, invoices, seller)
