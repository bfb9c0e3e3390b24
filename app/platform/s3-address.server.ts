export interface S3Address {
  readonly bucket: string;
  /** The prefix of keys: empty, or ending with a slash. */
  readonly prefix: string;
  /** For the SDK's client. */
  readonly options: S3Options;
}

interface S3Options {
  readonly region: string | undefined;
  readonly endpoint?: string;
  readonly forcePathStyle?: boolean;
  readonly requestChecksumCalculation?: "WHEN_REQUIRED";
  readonly responseChecksumValidation?: "WHEN_REQUIRED";
}

/** A bucket of Amazon S3 or of a compatible service: `s3://bucket/prefix?endpoint=…&region=…`. */
export function parseS3Address(url: string): S3Address {
  const { hostname: bucket, pathname, searchParams } = new URL(url);
  const endpoint = searchParams.get("endpoint");
  const folders = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, "");
  return {
    bucket,
    prefix: folders === "" ? "" : `${folders}/`,
    options: {
      // Without either, the SDK uses AWS_REGION. Other vendors' servers ignore the region, but the signature needs one.
      region: searchParams.get("region") ?? (endpoint === null ? undefined : "us-east-1"),
      // Other vendors' servers rarely support bucket.host names, and older ones reject the newer default checksums.
      ...(endpoint === null
        ? {}
        : { endpoint, forcePathStyle: true, requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" }),
    },
  };
}
