import { getOrganisation } from './operations/organisation.get.ts'
import { patchOrganisation } from './operations/organisation.patch.ts'
import { createOrganisation } from './operations/organisations.create.ts'
import { leaveOrganisation } from './operations/organisations.leave.ts'
import { getOrganisationLimits } from './operations/organisations.limits.ts'
import { listOrganisations } from './operations/organisations.list.ts'
import { patchOrganisationLimits } from './operations/organisations.patchLimits.ts'
import { resumeOrganisationOperation } from './operations/organisations.resume.ts'
import { suspendOrganisationOperation } from './operations/organisations.suspend.ts'
import { switchOrganisation } from './operations/organisations.switch.ts'
import { createReturnAddress } from './operations/returnAddresses.create.ts'
import { getReturnAddress } from './operations/returnAddresses.get.ts'
import { listReturnAddresses } from './operations/returnAddresses.list.ts'
import { patchReturnAddress } from './operations/returnAddresses.patch.ts'
import { removeReturnAddress } from './operations/returnAddresses.remove.ts'
import { setUp } from './operations/setup.create.ts'

export const organisationOperations = [
  getOrganisation,
  patchOrganisation,
  listReturnAddresses,
  createReturnAddress,
  getReturnAddress,
  patchReturnAddress,
  removeReturnAddress,
  listOrganisations,
  createOrganisation,
  switchOrganisation,
  leaveOrganisation,
  suspendOrganisationOperation,
  resumeOrganisationOperation,
  getOrganisationLimits,
  patchOrganisationLimits,
  setUp,
]
