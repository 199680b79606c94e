import { whoami } from './operations/developers.whoami.ts'

export const developerOperations = [whoami]
