import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

const schema = JSON.parse(readFileSync(new URL('../schemas/mulligan.schema.json', import.meta.url), 'utf8'))

export default defineConfig({
  define: { __FAILURE_TYPES__: JSON.stringify(schema.$defs.rule.properties.type.enum) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: {
      // Libraries mark their files for servers that render; nothing is rendered there here.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  oxc: { jsx: { runtime: 'automatic' } },
  server: { proxy: { '/api': 'http://127.0.0.1:7171' } },
})
