import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { OrganisationStatus } from './organisations.ts'

/** A suspended organisation may still read. */
export const organisationLifecycle = defineLifecycle<OrganisationStatus>('organisation', {
  ACTIVE: ['SUSPENDED'],
  SUSPENDED: ['ACTIVE'],
})
