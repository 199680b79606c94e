import { words as n } from 'words:pages'
import { t } from '../messages/index.svelte.ts'
import type { Entry, Page } from './navigation.ts'

/** Returns the name of an entry's page. Loaded with the tabs, the palette and the list of keys. */
export const nameOf = (entry: Entry, { word }: Page): string => (word ? n()[word] : t()[entry.word])
