import { type ControlServer, listenControl } from '../../src/adapters/data-folder/control-server.ts'
import { failure, toFailureReport } from '../cli/failure.ts'
import type { ControlContext } from './commands.ts'

/** Lets the running server execute commands that the command line sends for its data folder. */
export const serveControl = (dataDir: string, context: ControlContext): Promise<ControlServer> =>
  listenControl(dataDir, {
    async handle(name, args) {
      // Loaded with the first command, to keep the server's start short.
      const { controlCommands } = await import('./commands.ts')
      if (!Object.hasOwn(controlCommands, name)) {
        throw failure('failed', `The running server has another version, which does not support “${name}”.`)
      }
      return controlCommands[name as keyof typeof controlCommands](context, args as never)
    },
    toProblem: toFailureReport,
  })
