import { words } from '../messages/index.svelte.ts'
import { en } from './words.en.ts'
import { nl } from './words.nl.ts'

export const w = words({ en, nl })
