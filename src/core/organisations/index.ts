import { getOrganisation } from './operations/organisation.get.ts'
import { patchOrganisation } from './operations/organisation.patch.ts'
import { createReturnAddress } from './operations/returnAddresses.create.ts'
import { getReturnAddress } from './operations/returnAddresses.get.ts'
import { listReturnAddresses } from './operations/returnAddresses.list.ts'
import { patchReturnAddress } from './operations/returnAddresses.patch.ts'
import { removeReturnAddress } from './operations/returnAddresses.remove.ts'

export const organisationOperations = [
  getOrganisation,
  patchOrganisation,
  listReturnAddresses,
  createReturnAddress,
  getReturnAddress,
  patchReturnAddress,
  removeReturnAddress,
]
