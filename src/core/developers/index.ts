import { goOnAdvancing } from './jobs/developers.advanceTestClock.ts'
import { advanceTestClock } from './operations/developers.advanceTestClock.ts'
import { simulate } from './operations/developers.simulate.ts'
import { getTestClock } from './operations/developers.testClock.ts'
import { whoami } from './operations/developers.whoami.ts'

export const developerOperations = [whoami, getTestClock, advanceTestClock, simulate]
export const developerJobs = [goOnAdvancing]
