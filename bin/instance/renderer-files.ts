let load: () => Promise<unknown> = async () => {}

/** Said by the executable's entry: how to tell the renderer where its embedded files are. */
export const embedRendererFiles = (loader: () => Promise<unknown>): void => {
  load = loader
}

/** Before the renderer's files are read; nothing to do where they lie in their packages. */
export const rendererFiles = (): Promise<unknown> => load()
