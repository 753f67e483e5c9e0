declare module "virtual:base-map" {
  /** URL of the file that `base-map.ts` reads. */
  const url: string;
  export default url;
}
