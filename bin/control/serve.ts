import { type ControlServer, listenControl } from '../../src/adapters/data-folder/control-server.ts'
import type { Core } from '../../src/core/index.ts'
import { failure } from '../cli/failure.ts'
import { toFailureBody } from '../cli/to-failure.ts'
import { controlCommands } from './commands.ts'

/** Answers the command line of this data folder from inside the server. */
export const serveControl = (dataDir: string, core: Core): Promise<ControlServer> =>
  listenControl(dataDir, {
    async handle(name, args) {
      if (!Object.hasOwn(controlCommands, name)) {
        throw failure('failed', `The server that runs does not know “${name}”: it is of another version.`)
      }
      return controlCommands[name as keyof typeof controlCommands](core, args as never)
    },
    toProblem: toFailureBody,
  })
