import { listCountries } from './operations/meta.countries.ts'
import { listEnums } from './operations/meta.enums.ts'
import { listErrors } from './operations/meta.errors.ts'
import { listEventTypes } from './operations/meta.eventTypes.ts'
import { listLimits } from './operations/meta.limits.ts'
import { listScopes } from './operations/meta.scopes.ts'
import { listSigningKeys } from './operations/meta.signingKeys.ts'
import { getStatus } from './operations/status.get.ts'

export const platformOperations = [
  getStatus,
  listEventTypes,
  listScopes,
  listEnums,
  listCountries,
  listErrors,
  listLimits,
  listSigningKeys,
]
