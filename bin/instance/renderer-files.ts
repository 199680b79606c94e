let load: () => Promise<unknown> = async () => {}

/** Called by the executable's entry to say where the renderer's embedded files are. */
export const embedRendererFiles = (loader: () => Promise<unknown>): void => {
  load = loader
}

/** Locates the renderer's files before they are read; does nothing where they are in their packages. */
export const rendererFiles = (): Promise<unknown> => load()
