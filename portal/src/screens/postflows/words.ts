import { words } from '../../messages/index.svelte.ts'
import { wordsEn } from './words.en.ts'
import { wordsNl } from './words.nl.ts'
import { ownMail } from './words.own-mail.ts'

export const w = words({ en: wordsEn, nl: wordsNl, ownMail })
