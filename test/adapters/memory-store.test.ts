import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { storeContract } from '../contract/store/index.ts'

storeContract('memory', async () => createMemoryStore())
storeContract('memory, every body twice', async () => createMemoryStore({ replay: true }))
