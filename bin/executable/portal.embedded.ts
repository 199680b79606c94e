/** Executable only: `bun build` embeds the file and imports its path inside the executable. */
import path from '../../dist/portal.pack' with { type: 'file' }

export { path }
