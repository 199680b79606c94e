import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import { listLanguageContract } from '../../contract/list-language.ts'

listLanguageContract('memory', async () => createMemoryStore({ replay: true }))
