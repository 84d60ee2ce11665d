package dev.mulligan.gateway.access;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate and its key, from PEM files.
 *
 * @param certificate the server's own, first of its chain
 */
public record Tls(PemKeyCertOptions pair, X509Certificate certificate) {

    private static final byte[] SAMPLE = "mulligan".getBytes(StandardCharsets.UTF_8);

    /** @throws IllegalArgumentException when they cannot be used, with the reason */
    public static Tls load(Path certificateFile, Path keyFile) {
        Buffer chain = read(certificateFile);
        Buffer key = read(keyFile);
        X509Certificate own = certificate(certificateFile, chain);
        PemKeyCertOptions pair = new PemKeyCertOptions().addCertValue(chain).addKeyValue(key);
        PrivateKey secret = privateKey(keyFile, pair);
        if (!belongTogether(own, secret)) {
            throw new IllegalArgumentException(keyFile + " is not the key of the certificate in " + certificateFile);
        }
        return new Tls(pair, own);
    }

    private static Buffer read(Path file) {
        try {
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    file + " cannot be read" + (Files.exists(file) ? "; see whose it is" : ": there is no such file"),
                    e);
        }
    }

    private static X509Certificate certificate(Path file, Buffer pem) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.getBytes()));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " is not a certificate in PEM form", e);
        }
    }

    private static PrivateKey privateKey(Path file, PemKeyCertOptions pair) {
        try {
            for (KeyManager manager : pair.getKeyManagerFactory(null).getKeyManagers()) {
                if (manager instanceof X509KeyManager keys) {
                    for (String type : new String[] {"RSA", "EC", "EdDSA"}) {
                        String[] names = keys.getServerAliases(type, null);
                        if (names != null && names.length > 0) {
                            return keys.getPrivateKey(names[0]);
                        }
                    }
                }
            }
        } catch (Exception e) {
            throw new IllegalArgumentException(file + " is not a private key in PEM form without a password", e);
        }
        throw new IllegalArgumentException(file + " holds a key of a kind that TLS does not use here");
    }

    private static boolean belongTogether(X509Certificate own, PrivateKey secret) {
        String method = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> secret.getAlgorithm();
        };
        try {
            Signature sign = Signature.getInstance(method);
            sign.initSign(secret);
            sign.update(SAMPLE);
            byte[] signed = sign.sign();
            Signature check = Signature.getInstance(method);
            check.initVerify(own.getPublicKey());
            check.update(SAMPLE);
            return check.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
