import { basename, resolve } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { lateTexts } from './build/late-texts.ts'
import { recordBuild } from './build/record.ts'
import { loadMs, repeatedLoads } from './build/repeated-loads.ts'
import { textsModule } from './build/texts-loader.ts'
import { pageEntries } from './shell/src/public/build-entries.ts'

// the oldest browsers that support :dir(), native dialog and CSS nesting after lowering
const browsers = ['chrome >= 105', 'edge >= 105', 'firefox >= 104', 'safari >= 15.4']

type Environment = { RSPACK_SERVE?: boolean }
type Remote = { role: string; port: number }

/** A role's dashboard: built as a remote; `npm run dev` shows it alone on its port, with fast refresh. */
export const remote =
  ({ role, port }: Remote) =>
  (environment: Environment = {}): Configuration => {
    const dev = environment.RSPACK_SERVE === true
    const name = remoteName(role)
    const shared = base({ dev, name })
    shared.module?.rules?.push(texts(dev ? 'together' : 'dashboard'))
    return merge(shared, {
      entry: dev ? { main: './src/standalone.tsx' } : {},
      output: { publicPath: dev ? '/' : 'auto' },
      plugins: dev
        ? [page(['main']), new ReactRefreshRspackPlugin()]
        : [
            new ModuleFederationPlugin({
              name,
              filename: 'assets/remote-entry.[contenthash:10].js',
              exposes: { './dashboard': './src/dashboard.tsx' },
              remotes: {},
              shared: { react: provided, 'react-dom': provided },
              shareStrategy: 'loaded-first',
              dts: false,
              manifest: true,
              // `target` leaves out the parts for Node.js servers
              experiments: { externalRuntime: true, optimization: { target: 'web' } },
            }),
            integrity,
            lateTexts,
            repeatedLoads,
            recordBuild,
          ],
      ...(dev ? { devServer: devServer(port) } : {}),
    })
  }

/** The shell: public pages and the application in one browser build, and a node build that prerenders the pages. */
export const shell =
  ({ port }: { port: number }) =>
  (environment: Environment = {}): Configuration[] => {
    const dev = environment.RSPACK_SERVE === true
    const shared = base({ dev, name: 'darsi_shell' })
    const browser = merge(shared, {
      name: 'browser',
      // one runtime during development: two runtimes on a page break hot updates
      entry: dev
        ? {
            public: ['./src/early/early.ts', './src/public/public.tsx'],
            app: ['./src/early/early.ts', './src/app/app.tsx'],
          }
        : {
            early: './src/early/early.ts',
            'early-app': './src/app/early-app.ts',
            ...pageEntries(),
            app: './src/app/app.tsx',
            // its path determines its scope, so its name has no hash
            sw: { import: './src/offline/sw.ts', filename: 'sw.js' },
          },
      output: { publicPath: '/' },
      plugins: dev
        ? [
            page(['early', 'public'], 'index.html'),
            page(['early', 'app'], 'app.html'),
            new ReactRefreshRspackPlugin(),
          ]
        : [integrity, recordBuild, webOnly],
      optimization: {
        ...shared.optimization,
        splitChunks: { chunks: 'all', cacheGroups: { react, common } },
      },
      ...(dev ? { devServer: devServer(port, shellRewrites) } : {}),
    })
    browser.module?.rules?.push(texts(dev ? 'together' : 'shell'))
    if (dev) return [browser]
    browser.module?.rules?.push(pageEntry)
    return [browser, prerenderer()]
  }

// the host always provides these two: a remote with its own copy would put a second React on the page. No version: the
// check only warns, but it compiles the expressions of a version parser, which a slow phone feels
const provided = { singleton: true, import: false, requiredVersion: false } as const

// writes the hash of each part into the part that loads it, so that verifying the entry verifies everything
const integrity = new rspack.SubresourceIntegrityPlugin({
  hashFuncNames: ['sha384'],
  enabled: true,
  htmlPlugin: false,
})

// leaves out the federation runtime's parts for Node.js servers
const webOnly = new rspack.DefinePlugin({ ENV_TARGET: JSON.stringify('web') })

// one file for both entries, changed only by a new React version
const react = {
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'react',
  chunks: 'all' as const,
  priority: 20,
}

// one file with the code that every public page uses: the frame and the API client
const common = {
  chunks: ({ name }: { name?: string | undefined }) => name?.startsWith('page-') === true,
  name: 'common',
  minChunks: Object.keys(pageEntries()).length,
  priority: 10,
  enforce: true,
}

// `pre`: runs before all other loaders
const pageEntry = {
  resource: /[\\/]page-entry\.ts$/,
  enforce: 'pre' as const,
  loader: resolve(import.meta.dirname, 'build/page-entry-loader.ts'),
}

// each script gets only the texts of its modules: see build/texts-loader.ts
const texts = (build: 'dashboard' | 'shell' | 'together') => ({
  test: textsModule,
  enforce: 'pre' as const,
  sideEffects: false,
  loader: resolve(import.meta.dirname, 'build/texts-loader.ts'),
  options: { build },
})

const remoteName = (role: string) => `darsi_${role.replaceAll('-', '_')}`

const base = ({ dev, name }: { dev: boolean; name: string }): Configuration => ({
  context: process.cwd(),
  mode: dev ? 'development' : 'production',
  target: ['web', 'es2021'],
  // never an eval kind: the content security policy forbids eval
  devtool: dev ? 'cheap-module-source-map' : 'source-map',
  resolve: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  output: {
    path: resolve('dist'),
    uniqueName: name,
    filename: dev ? '[name].js' : 'assets/[name].[contenthash:10].js',
    chunkFilename: dev ? '[name].js' : 'assets/[name].[contenthash:10].js',
    cssFilename: dev ? '[name].css' : 'assets/[name].[contenthash:10].css',
    cssChunkFilename: dev ? '[name].css' : 'assets/[name].[contenthash:10].css',
    assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: loadMs,
    // the Trusted Types policies that the content security policy allows
    ...(dev ? {} : { trustedTypes: { policyName: name.replaceAll('_', '-') } }),
  },
  module: { rules: rules({ dev, targets: browsers }) },
  optimization: {
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
      new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
    ],
  },
  lazyCompilation: false,
  performance: false,
  stats: dev ? 'errors-warnings' : { preset: 'errors-warnings', timings: true },
})

const prerenderer = (): Configuration => ({
  name: 'prerender',
  context: process.cwd(),
  mode: 'production',
  target: 'node24',
  devtool: false,
  entry: { 'write-pages': './build/write-pages.ts' },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  output: {
    path: resolve('dist/.build/pages'),
    filename: '[name].mjs',
    chunkFilename: '[name].mjs',
    publicPath: '/',
    // the same names as in the browser build, which is the only one that writes the files
    assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    module: true,
    library: { type: 'module' },
    chunkFormat: 'module',
    chunkLoading: 'import',
  },
  module: {
    rules: [...rules({ dev: false, targets: ['node 24'] }), texts('together')],
    generator: { asset: { emit: false }, 'css/auto': { exportsOnly: true } },
  },
  optimization: { minimize: false },
  performance: false,
  stats: 'errors-warnings',
})

const rules = ({ dev, targets }: { dev: boolean; targets: string[] }) => [
  {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: dev, refresh: dev } },
      },
      env: { targets },
    },
  },
  {
    test: /\.css$/,
    type: 'css/auto' as const,
    // Also during development: getPropertyValue(), by which the board reads the colours, does not resolve `light-dark()`.
    use: [{ loader: 'builtin:lightningcss-loader', options: { targets: browsers } }],
  },
  { test: /\.(woff2|svg|png|webp|avif)$/, type: 'asset/resource' as const },
  {
    // the PDF reader loads these by their own names; the folder changes with its version
    test: /_nowasm_fallback\.js$/,
    type: 'asset/resource' as const,
    generator: { filename: `assets/pdfjs-${pdfjs.version}/[name][ext]` },
  },
]

const page = (chunks: string[], filename = 'index.html') =>
  new rspack.HtmlRspackPlugin({
    filename,
    chunks,
    title: basename(process.cwd()),
    templateContent:
      '<!doctype html><html lang="en" dir="ltr"><head><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><div id="root"></div></body></html>',
  })

const devServer = (
  port: number,
  rewrites: { from: RegExp; to: string }[] = [],
): Configuration['devServer'] => ({
  port,
  host: '127.0.0.1',
  allowedHosts: ['localhost'],
  historyApiFallback: { rewrites },
  proxy: [{ context: ['/api', '/remotes'], target: process.env['DEV_GATEWAY'] ?? 'http://localhost:8080' }],
})

const shellRewrites = [{ from: /\/(dashboard|superadmin)/, to: '/app.html' }]

// not a deep merge: only these keys are merged, one level deep
const merge = (left: Configuration, right: Configuration): Configuration => ({
  ...left,
  ...right,
  output: { ...left.output, ...right.output },
})
