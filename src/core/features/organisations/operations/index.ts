import { operationsOf } from '../../../engine/operation.ts'
import * as organisation from './organisation.ts'
import * as organisations from './organisations.ts'
import * as returnAddresses from './return-addresses.ts'
import * as setup from './setup.ts'

export const organisationsOperations = operationsOf(organisation, organisations, returnAddresses, setup)
