import styles from './modules-picture.module.css';

interface ModulesPictureProps {
  /** The modules by row; true is dark. */
  modules: readonly (readonly boolean[])[];
  /** Width of the white border around the code in modules, which scanners need. */
  quiet: number;
  /** Height of a row, in module widths. */
  rowHeight?: number;
  label: string;
}

/** A code for scanners, black on white in every look. */
export function ModulesPicture({ modules, quiet, rowHeight = 1, label }: ModulesPictureProps) {
  const width = (modules[0]?.length ?? 0) + 2 * quiet;
  const height = modules.length * rowHeight + 2 * quiet;
  let path = '';
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) path += `M${x + quiet} ${y * rowHeight + quiet}h1v${rowHeight}h-1z`;
    });
  });
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <rect className={styles.light} width={width} height={height} />
      <path className={styles.dark} d={path} />
    </svg>
  );
}
