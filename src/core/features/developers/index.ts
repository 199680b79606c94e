import { goOnAdvancing } from './jobs/developers.advanceTestClock.ts'
import { requestLogRetention } from './jobs/developers.retention.ts'
import { advanceTestClock } from './operations/developers.advanceTestClock.ts'
import { createApiKey } from './operations/developers.createKey.ts'
import { listApiKeys } from './operations/developers.listKeys.ts'
import { listRequests } from './operations/developers.requestLog.ts'
import { revokeApiKey } from './operations/developers.revokeKey.ts'
import { rotateApiKey } from './operations/developers.rotateKey.ts'
import { simulate } from './operations/developers.simulate.ts'
import { getTestClock } from './operations/developers.testClock.ts'
import { whoami } from './operations/developers.whoami.ts'

export const developerOperations = [
  listRequests,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  whoami,
  getTestClock,
  advanceTestClock,
  simulate,
]
export const developerJobs = [requestLogRetention, goOnAdvancing]
