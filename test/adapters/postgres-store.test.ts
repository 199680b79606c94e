import { storeContract } from '../contract/store/index.ts'
import { postgresStores } from '../support/postgres/database.ts'

storeContract('postgres', postgresStores(), { oneWriter: false })
