import { localMinute } from '../../../ui/local-time.ts'

/** The day on which a person looks, as `YYYY-MM-DD`. */
export const todayHere = (): string => localMinute(new Date()).slice(0, 10)
